/**
 * All texts that the page shows, by the file that shows them, so that somebody can translate the page: a text
 * is a string, or a function of the numbers and names in it. Sentences about records, keys and faults come
 * from the engine.
 */

/** What stands in a text. */
type Part = string | number;

/** A noun for one and for several. */
export type Noun = readonly [one: string, several: string];

const noun = (...forms: Noun): Noun => forms;

export const texts = {
  // ../index.html, whose language stands there
  shell: {
    title: 'Palimpsest: the table, alive',
    description:
      'Watch the transposition table of a chess engine fill, hit and forget, in your browser.',
    name: 'Palimpsest',
    skip: 'Skip to the content',
    views: 'Views',
    table: 'Table',
    lessons: 'Lessons',
    play: 'Play',
    dark: 'Dark',
    noScript: 'This page computes in your browser: it needs JavaScript and WebAssembly.',
    credits:
      'The engine, its table and its keys are the Rust libraries of Palimpsest, compiled to ' +
      'WebAssembly. Everything is computed in your browser; nothing is sent anywhere. The chess ' +
      'pieces are Chessnut by Alexis Luengas (Apache License 2.0).',
    licences: 'Licences of all parts',
  },

  nouns: {
    bit: noun('bit', 'bits'),
    bucket: noun('bucket', 'buckets'),
    falseMatch: noun('false match', 'false matches'),
    fault: noun('fault', 'faults'),
    feature: noun('feature', 'features'),
    hit: noun('hit', 'hits'),
    hour: noun('hour', 'hours'),
    node: noun('node', 'nodes'),
    ply: noun('ply', 'plies'),
    position: noun('position', 'positions'),
    record: noun('record', 'records'),
  },

  // By the letter of FEN.
  pieces: {
    k: noun('king', 'kings'),
    q: noun('queen', 'queens'),
    r: noun('rook', 'rooks'),
    b: noun('bishop', 'bishops'),
    n: noun('knight', 'knights'),
    p: noun('pawn', 'pawns'),
  },

  // board/board.ts
  board: {
    chessBoardArrowKeysChoose:
      'Chess board. Arrow keys choose a square, Enter takes and puts a piece.',
  },

  // board/squares.ts
  squares: {
    black: 'Black',
    white: 'White',
    position: (white: Part, black: Part, turn: Part) =>
      `White: ${white}. Black: ${black}. ${turn} to move.`,
    whitePiece: (kind: Part) => `white ${kind}`,
    blackPiece: (kind: Part) => `black ${kind}`,
    piece: 'piece',
    becomingA: (value: Part) => `, becoming a ${value}`,
    to: (name: Part, from: Part, to: Part, promoted: Part) => `${name}${from} to ${to}${promoted}`,
  },

  // lessons/bits.ts
  bits: {
    key: 'Key',
  },

  // lessons/bounds.ts
  bounds: {
    theTreeOfTheGame: 'The tree of the game',
    table: 'Table',
    withATable: 'With a table',
    without: 'Without',
    anotherGame: 'Another game',
    aWholeGameSearchedBy: 'A whole game, searched by alpha-beta',
    of: (index: Part, count: Part) => `${index} of ${count}`,
    visits: 'Visits',
    theValueOfTheGame: (value: Part, visited: Part, pruned: Part, tableCuts: Part) =>
      `The value of the game is ${value}. Visited: ${visited} nodes; never looked at: ${pruned}; ended ` +
      `by the table: ${tableCuts}.`,
    unknown: 'unknown',
    windowTo: (alpha: Part, beta: Part) => `window ${alpha} to ${beta}`,
    value: (window: Part, value: Part, kind: Part) => `${window}, value ${value}, ${kind}`,
    walkThroughTheVisitsWhere:
      'Walk through the visits. Where a move is good enough to refute the move before it, the search ' +
      'stops looking: it then knows a lower bound, not the value. Where no move helps, it knows an ' +
      'upper bound.',
    aRecordKeepsWhichOf:
      'A record keeps which of the three it is. A later probe may use a lower bound only if it reaches ' +
      'beta, an upper bound only if it stays at or below alpha; otherwise the record still gives its ' +
      'move.',
    whyATable: 'Why a table?',
    switchTheTableOffAnd: 'Switch the table off and compare how many nodes are visited.',
    knuthAndMoore1975: 'Knuth and Moore, 1975',
    slateAndAtkin1977: 'Slate and Atkin, 1977',
  },

  // lessons/collisions.ts
  collisions: {
    bits: 'Bits',
    bits2: (i: Part) => `${i} bits`,
    runs: 'Runs',
    runs2: (value: Part) => `${value} runs`,
    theBitsAre: 'The bits are',
    aKey: 'a key',
    anIndex: 'an index',
    drawAgain: 'Draw again',
    theBirthdayCurveAndYour: 'The birthday curve, and your own runs',
    howManyBitsAreEnough: 'How many bits are enough?',
    drawingKeys: 'Drawing keys …',
    runsWithAPair: 'runs with a pair',
    yourRuns: 'your runs',
    positions: 'positions',
    formula: 'formula',
    thereAreKeysOfBits: (all: Part, bits: Part, half: Part) =>
      `There are ${all} keys of ${bits} bits, yet among ${half} positions two share one in half of all ` +
      'runs. The search would take one for the other.',
    aTableOfBucketsIs: (all: Part, half: Part) =>
      `A table of ${all} buckets is not full at all, yet with ${half} positions two want the same ` +
      'bucket in half of all runs. That costs a record; the key, compared in full, still tells them ' +
      'apart.',
    of23PeopleTwoShare:
      'Of 23 people, two share a birthday in half of all cases, though a year has 365 days. ',
    keysMeetAsEarlyWhere: 'Keys meet as early: where there are 2',
    keysAbout2: ' keys, about 2',
    positionsSuffice: ' positions suffice.',
    theIndexOfATable:
      'The index of a table has few bits, so positions meet there all the time; that is what ' +
      'replacement is about. The key must tell them apart. Where it has too few bits, a probe finds ' +
      'the record of another position and believes it.',
    keysWithAGuarantee: 'Keys with a guarantee',
    gilloglyTranspositionTable: 'Gillogly, Transposition table collisions, 1989',
    hyattAndCozzieIcgaJournal: 'Hyatt and Cozzie, ICGA Journal 28(3), 2005',
    theProjectsLaboratoryPages: 'the project’s laboratory, pages birthday, gillogly and collisions',
  },

  // lessons/counts-picture.ts
  countsPicture: {
    depth: 'Depth',
    linesOfPlay: 'Lines of play',
    positions: 'Positions',
    nodesWithout: 'Nodes without',
    nodesWith: 'Nodes with',
    nodesToEachDepth: 'Nodes to each depth',
    nodes: 'nodes',
    depthInPlies: 'depth in plies',
    withoutATable: 'without a table',
    withATable: 'with a table',
    toDepthTheSearchVisits: (
      depth: Part,
      nodesWithout: Part,
      nodesWith: Part,
      saved: Part,
      paths: Part,
      positions: Part,
    ) =>
      `To depth ${depth} the search visits ${nodesWithout} nodes without a table and ${nodesWith} with ` +
      `one: ${saved} saved. ${paths} lines of play lead to ${positions} different positions.`,
  },

  // lessons/false-game.ts
  falseGame: {
    theGameThatAFalse: 'The game that a false record loses',
    withBits: (bits: Part) => `with ${bits} bits`,
    falseMatchesAtThisMove: (falseMatches: Part) => `False matches at this move: ${falseMatches}.`,
    theGameEndsWithKeys: (result: Part, wideBits: Part, wideResult: Part, wideMoves: Part) =>
      `The game ends ${result}. With keys of ${wideBits} bits it ends ${wideResult}: ${wideMoves}.`,
    move: 'Move',
    stored: 'Stored.',
    storedCaption: 'stored',
    askedFor: 'Asked for.',
    askedForCaption: 'asked for',
    bothHaveTheBits: 'Both have the bits ',
    theRightOneStandsAfter: '. The right one stands after the winning move.',
    theGameIsPlayedNow: 'The game is played now, in your browser: about 2 s.',
  },

  // lessons/game-tree.ts
  gameTree: {
    exact: 'exact',
    lowerBound: 'lower bound',
    upperBound: 'upper bound',
    endedByARecord: 'ended by a record',
    aRecordGaveItsMove: 'a record gave its move',
    neverVisited: 'never visited',
    endOfTheGame: 'end of the game',
    aGameTreeOfNodes: (count: Part, visited: Part) =>
      `A game tree of ${count} nodes, ${visited} of them visited.`,
    legend: 'Legend',
  },

  // lessons/key-lines.ts
  keyLines: {
    keyAfter: 'key after',
    runningKey: 'running key',
    keyBefore: 'key before',
    changesOfThisPositionMove: (san: Part, count: Part) =>
      `${san} changes ${count} of this position. Move the slider to XOR them, one by one.`,
    comesIn: 'comes in',
    goesOut: 'goes out',
    ofTheKeyFlip: (feature: Part, way: Part, key: Part) =>
      `“${feature}” ${way}: ${key} of the key flip.`,
    theSumIsTheKey: (flips: Part) =>
      `${flips} The sum is the key of the new position, the same as one made from nothing: no other ` +
      'piece was looked at.',
    theSumDiffersFromA: (flips: Part) =>
      `${flips} The sum differs from a key made from nothing, which would be a fault of the program.`,
    after: (san: Part) => `after ${san}`,
    theirSum: 'their sum',
    ourKeysTheirSum: 'our keys, their sum',
    badKey: 'bad key ',
    ourKey: 'our key ',
  },

  // lessons/keys.ts
  keys: {
    aKnightMoves: 'A knight moves',
    aBishopCaptures: 'A bishop captures',
    whiteCastles: 'White castles',
    aPawnCapturesEnPassant: 'A pawn captures en passant',
    aPawnBecomesAQueen: 'A pawn becomes a queen',
    anExample: 'An example',
    move: 'Move',
    aMoveBitByBit: 'A move, bit by bit',
    thePawnKey: 'The pawn key',
    aDependentSetAndA: 'A dependent set, and a certificate',
    of: (index: Part, count: Part) => `${index} of ${count}`,
    featuresXored: 'Features XORed',
    keyBefore: 'key before',
    pawnKeyBefore: 'pawn key before',
    pawnKeyAfter: 'pawn key after',
    noPawnHasMovedSo:
      'No pawn has moved, so the pawn key stays, and what was computed about the pawns stays true.',
    aPawnHasMovedSo: 'A pawn has moved, so the pawn key is another one.',
    theseKeysSumToZero: (generator: Part, count: Part, sentence: Part) =>
      `${generator}: these ${count} keys sum to zero, so positions that differ in just these features ` +
      `have one key, as the two below. ${sentence}`,
    chooseAMoveAndTake:
      'Choose a move and take its features out and in. Each flips the bits of its word, and nothing ' +
      'else of the board is read.',
    keysWithAGuarantee: 'Keys with a guarantee',
    whatTwoPositionsShareCancels:
      'What two positions share cancels out, so their keys are equal exactly if the words of the ' +
      'features in which they differ sum to zero. Most programs draw the words at random and hope. A ' +
      'few words can still sum to zero, as the last picture shows. This engine takes words for which a ' +
      'proof excludes small sets.',
    pawnHashing: 'Pawn hashing',
    zobrist1970: 'Zobrist, 1970',
    warnockAndWendroff1988: 'Warnock and Wendroff, 1988',
    hocquenghem1959: 'Hocquenghem, 1959',
    boseAndRayChaudhuri1960: 'Bose and Ray-Chaudhuri, 1960',
  },

  // lessons/lesson.ts
  lesson: {
    tableFromTheBook: 'Table from the book',
    fromTheBook: 'From the book: ',
    fromTheMeasurements: 'From the measurements: ',
    sources: (names: Part) => `Sources: ${names}.`,
  },

  // lessons/order-tree.ts
  orderTree: {
    aTreeOfInOf: (count: Part, meetings: Part) =>
      `A tree of ${count}; in ${meetings} of them several orders of moves meet.`,
  },

  // lessons/orders-picture.ts
  ordersPicture: {
    onePositionOneKeyWill:
      'One position, one key. Will both boards be equal again? Make the moves.',
    twoPositionsTwoKeys: 'Two positions, two keys.',
    theSamePositionByTwo:
      'The same position by two ways, and the same key: the second way finds the record of the first.',
    firstOrder: 'First order.',
    secondOrder: 'Second order.',
  },

  // lessons/policy-bars.ts
  policyBars: {
    recordsOfTheWork: (forgotten: Part, work: Part) => `${forgotten} records, ${work} of the work`,
  },

  // lessons/replacement.ts
  replacement: {
    policy: 'Policy',
    places: 'Places',
    show: 'Show',
    toTheEnd: 'To the end',
    anotherStream: 'Another stream',
    whoMustGo: 'Who must go?',
    whatEachPolicyForgetsOf: 'What each policy forgets of this stream',
    recordOf: (at: Part, count: Part) => `Record ${at} of ${count}`,
    again: 'Again',
    nextRecord: 'Next record',
    ofPredicted: (right: Part, guesses: Part) => `${right} of ${guesses} predicted`,
    chooseAnotherPolicyTheSame:
      'Choose another policy: the same records come, and others are lost.',
    aNewSearchBegins: 'A new search begins. ',
    belongsInBucket: (name: Part, bucket: Part) => `${name} belongs in bucket ${bucket}.`,
    predictClickThePlaceThat: (turn: Part, where: Part) =>
      `${turn}${where} Predict: click the place that it takes, or`,
    itIsTurnedAway: 'it is turned away',
    right: 'Right. ',
    no: 'No. ',
    areForgottenAndWithThem: (forgotten: Part, nodesForgotten: Part) =>
      `${forgotten} are forgotten, and with them the work of ${nodesForgotten}`,
    theStreamHasEndedRecords: (kept: Part, lost: Part) =>
      `The stream has ended: ${kept} records are still known, ${lost}.`,
    aRecordArrivesAndIts:
      'A record arrives, and its bucket is full. Something is forgotten: the new record or one of the ' +
      'old. Predict which, then look.',
    aDeepRecordCostMany:
      'A deep record cost many nodes and is asked for seldom; a shallow one is asked for again in a ' +
      'moment. Each policy is a guess about which is worth more.',
    chooseYourLayout: 'Choose your layout',
    whateverIsForgottenIsNot:
      'Whatever is forgotten is not lost for good: the search finds it again, at the price of the ' +
      'nodes below it. The lowest picture counts that price.',
    breukerUiterwijkAndVanDen: 'Breuker, Uiterwijk and van den Herik, 1994 and 1996',
    thePoliciesAreThoseOf: 'the policies are those of the crates tt-core and tt-classics',
  },

  // lessons/slots-picture.ts
  slotsPicture: {
    draftSearch: (draft: Part, nodes: Part, generation: Part) =>
      `draft ${draft}, ${nodes}, search ${generation}`,
    bucket: (bucket: Part) => `bucket ${bucket}`,
    free: 'free',
    place: (slot: Part) => `Place ${slot}: `,
  },

  // lessons/threads.ts
  threads: {
    takeBack: 'Take back',
    aRecordKeeps: 'A record keeps',
    itsKey: 'its key',
    itsKeyXorItsData: 'its key XOR its data',
    orChooseOneOfThe: 'Or choose one of the six orders:',
    twoStoresOneSlot: 'Two stores, one slot',
    keyXorData: 'key XOR data',
    aReaderWithAsKey: 'A reader with A’s key',
    aReaderWithBsKey: 'A reader with B’s key',
    twoThreadsStoreTwoRecords:
      'Two threads store two records in one slot. Let them write, one word at a time.',
    word0: 'word 0',
    word1: 'word 1',
    data: 'data',
    key: 'key',
    empty: 'empty',
    hasWritten: (name: Part) => `${name} has written`,
    writesWord: (name: Part, value: Part) => `${name} writes word ${value}`,
    writtenBy: (writer: Part) => `written by ${writer}`,
    aRecordHasTwoWords:
      'A record has two words, and a processor writes one word at a time. If two threads store into ' +
      'one slot at once, the slot may hold the key of one record and the data of the other.',
    letAWriteOneWord:
      'Let A write one word, then B both of its words, then A the other. Then switch to the other way ' +
      'of keeping the key.',
    chooseYourLayout: 'Choose your layout',
    whyDoesASlotStore: 'Why does a slot store the key XOR the data?',
    hyattAndMannALock:
      'Hyatt and Mann, A lock-less transposition table implementation for parallel search, ICGA ' +
      'Journal 25(1), 2002',
  },

  // lessons/view.ts
  lessonsView: {
    whyATable: 'Why a table',
    twoOrdersOfMovesMeet: 'Two orders of moves meet',
    keys: 'Keys',
    aPositionBecomesANumber: 'A position becomes a number',
    bounds: 'Bounds',
    aRecordNeedNotBe: 'A record need not be exact',
    replacement: 'Replacement',
    somebodyMustGo: 'Somebody must go',
    collisions: 'Collisions',
    twoPositionsOneNumber: 'Two positions, one number',
    twoThreads: 'Two threads',
    halfOfOneRecordHalf: 'Half of one record, half of another',
    lessons: 'Lessons',
    lesson: (number: Part, title: Part) => `lesson ${number}, ${title}`,
    aLessonOnTranspositionTables: (question: Part) =>
      `${question}: a lesson on transposition tables, with pictures to change.`,
    nowLookAtTheTable: 'Now look at the table itself, alive',
    next: (title: Part) => `Next: ${title}`,
  },

  // lessons/why.ts
  why: {
    halfMovesMade: 'Half-moves made',
    position: 'Position',
    depth: 'Depth',
    plies: (i: Part) => `${i} plies`,
    eachCircleIsAPosition: 'Each circle is a position. Where lines meet, a table saves a node.',
    twoOrdersOfTheSame: 'Two orders of the same moves',
    allOrdersOfTheseMoves: 'All orders of these moves',
    aWholeSearch: 'A whole search',
    twoGamesBeginDifferentlyCan:
      'Two games begin differently. Can they meet again, and must a search then look at the same ' +
      'position twice?',
    moveTheSliderWhitePlays:
      'Move the slider. White plays a pawn and a knight, Black two pawns, in two orders. Watch the ' +
      'boards, and the keys below them.',
    aSearchWithoutMemoryLooks:
      'A search without memory looks at everything behind a position once for each way to it. One with ' +
      'a table finds a record under the position’s key, and is done.',
    whyATable: 'Why a table?',
    theFewerMovesUndoEach:
      'The fewer moves undo each other, the fewer positions meet. Compare the rooks with the middle ' +
      'game full of captures.',
    greenblattEastlakeAndCrocker: 'Greenblatt, Eastlake and Crocker, 1967',
    slateAndAtkin1977: 'Slate and Atkin, 1977',
  },

  // main.ts
  page: {
    theTableAlive: 'the table, alive',
    watchTheTranspositionTable:
      'Watch the transposition table of a chess engine fill, hit and forget.',
    sixLessons: 'six lessons',
    sixLessonsOnWhatA: 'Six lessons on what a transposition table does.',
    playAndAnalyse: 'play and analyse',
    playChessAgainstAnEngine: 'Play chess against an engine in your browser.',
    thisPartOfThePage: (text: Part) => `This part of the page could not be loaded: ${text}`,
  },

  // play/analysis.ts
  analysis: {
    analyse: 'Analyse',
    lines: 'Lines',
    stop: 'Stop',
    theAnalysisEnded: (fault: Part) => `The analysis ended: ${fault}`,
    best: (san: Part) => `Best: ${san}`,
    searching: 'Searching…',
    showsTheBestMovesOf: 'Shows the best moves of the position on the board.',
    depthNodesASecondTable: (depth: Part, nodes: Part, nps: Part, hashfull: Part) =>
      `Depth ${depth}, ${nodes} nodes, ${nps} a second, table ${hashfull} % full`,
    theFirstMove: 'the first move',
    playOf: (figure: Part, words: Part, san: Part) => `${figure}, ${words}: play ${san}`,
    play: (san: Part) => `Play ${san}`,
  },

  // play/annotate.ts
  annotate: {
    betterIs: (now: Part, san: Part, best: Part) => `${now}; better is ${san} (${best})`,
  },

  // play/entry.ts
  entry: {
    expectedAMoveSuchAs: 'expected a move such as Nf3 or g1f3, found nothing',
    oneOf: 'one of',
    none: 'none',
    isNotALegalMove: (wanted: Part, means: Part, names: Part) =>
      `“${wanted}” is not a legal move here; did you mean ${means} ${names}?`,
    expectedALegalMoveSuch: (san: Part, wanted: Part) =>
      `expected a legal move such as ${san}, found “${wanted}”`,
  },

  // play/evaluation-bar.ts
  evaluationBar: {
    evaluationNoneYet: 'Evaluation: none yet',
    evaluation: (figure: Part, words: Part) => `Evaluation: ${figure}, ${words}`,
  },

  // play/files.ts
  files: {
    mib: (size: Part) => `${size} MiB`,
    sizeOfTheTable: 'Size of the table',
    gamesAsPgnMovesOr: 'Games as PGN, moves or a FEN',
    read: 'Read',
    openAFile: 'Open a file…',
    writeTheGameHere: 'Write the game here',
    saveTheGame: 'Save the game',
    saveTheTable: 'Save the table',
    loadATable: 'Load a table…',
    theFilesAreThoseThat: 'The files are those that the engine saves and loads.',
    readGames: (count: number) => (count === 1 ? 'Read one game.' : `Read ${count} games.`),
    readPositions: (count: number) =>
      count === 1 ? 'Read one position.' : `Read ${count} positions.`,
    gameOnThePageOf: 'Game on the page of Palimpsest',
    theTableHasMibNow: (value: Part) => `The table has ${value} MiB now.`,
    savedMib: (count: Part) => `Saved ${count} MiB.`,
  },

  // play/game-list.ts
  gameList: {
    gamesOfTheFile: 'Games of the file',
    findAGame: 'Find a game',
    ofGames: (found: Part, all: Part) => `${found} of ${all} games`,
    plies: (plies: Part) => `${plies} plies`,
  },

  // play/move-entry.ts
  moveEntry: {
    nf3: 'Nf3',
    yourMove: 'Your move',
    playIt: 'Play it',
    itIsNotYourTurn: 'It is not your turn to move.',
  },

  // play/move-list.ts
  moveList: {
    movesOfTheGame: 'Moves of the game',
    noMovesYet: 'No moves yet.',
    variation: 'Variation',
  },

  // play/opponent.ts
  opponent: {
    after03Seconds: '0.3 seconds',
    after1Second: '1 second',
    after3Seconds: '3 seconds',
    after10Seconds: '10 seconds',
    fullStrength: 'full strength',
    of: (level: Part, most: Part) => `${level} of ${most}`,
    aboutElo: (name: Part, elo: Part) => `${name}, about ${elo} Elo`,
    belowElo: (name: Part, lowest: Part) => `${name}, below ${lowest} Elo`,
    moveNow: 'Move now',
    level: 'Level',
    youPlay: 'You play',
    white: 'White',
    black: 'Black',
    bothSides: 'Both sides',
    itThinksForAtMost: 'It thinks for at most',
    newGame: 'New game',
    theEngineCouldNotMove: (fault: Part) => `The engine could not move: ${fault}`,
    theEngineThinks: 'The engine thinks…',
  },

  // play/review.ts
  review: {
    playTheBetterLine: 'Play the better line',
    nextMistake: 'Next mistake',
    accuracyWhiteBlack: (white: Part, black: Part) => `Accuracy: White ${white}, Black ${black}`,
    backToTheGame: 'Back to the game',
    none: 'none',
    noMoveIsMarked: 'No move is marked.',
    betterThanIs: (played: Part, glyph: Part, after: Part) =>
      `Better than ${played}${glyph} (${after}) is `,
    evaluationAfterEachOfMoves: (width: Part, count: Part) =>
      `Evaluation after each of ${width} moves; marked: ${count}`,
  },

  // play/score.ts
  score: {
    black: 'Black',
    white: 'White',
    matesIn: (side: Part, moves: number) =>
      `${side} mates in ${moves} ${moves === 1 ? 'move' : 'moves'}`,
    theSidesAreEven: 'the sides are even',
    isPawnsAhead: (side: Part, pawns: Part) => `${side} is ${pawns} pawns ahead`,
  },

  // play/setup.ts
  setup: {
    sideToMove: 'Side to move',
    white: 'White',
    black: 'Black',
    editByHand: 'Edit by hand',
    positionFen: 'Position (FEN)',
    setUp: 'Set up',
    startPosition: 'Start position',
    chess960StartNumber0To: (last: Part) => `Chess960 start number, 0 to ${last}`,
    setUpThisStart: 'Set up this start',
    drawOneByLot: 'Draw one by lot',
    endEditing: 'End editing',
    nothing: 'nothing',
    expectedAStartNumberFrom: (last: Part, value: Part) =>
      `expected a start number from 0 to ${last}, found ${value}`,
    whiteOO: 'White O-O',
    whiteOOO: 'White O-O-O',
    blackOO: 'Black O-O',
    blackOOO: 'Black O-O-O',
    emptyBoard: 'Empty board',
    chooseAPieceThenClick: 'Choose a piece, then click the squares. A second click takes it away.',
    enPassantSquare: 'En passant square',
    takeAway: 'take away',
    pieceToPut: 'Piece to put',
  },

  // play/stepper.ts
  stepper: {
    firstPosition: 'First position',
    oneMoveBack: 'One move back',
    oneMoveOn: 'One move on',
    lastPosition: 'Last position',
  },

  // play/view.ts
  playView: {
    playAndAnalyse: 'play and analyse',
    playAgainstTheEngineAt:
      'Play against the engine at your level, or let it analyse a game, in the browser.',
    whatToDo: 'What to do',
    play: 'Play',
    analyse: 'Analyse',
    setUp: 'Set up',
    files: 'Files',
    takeBack: 'Take back',
    annotateTheGame: 'Annotate the game',
    theEngineCouldNotBe: (fault: Part) => `The engine could not be loaded: ${fault}`,
    theAddressHoldsAGame: (fault: Part) =>
      `The address holds a game that the rules refuse: ${fault}`,
    annotatingOf: (done: Part, all: Part) => `Annotating: ${done} of ${all}`,
    theGameIsAnnotated: (marked: number) =>
      `The game is annotated: ${marked} ${marked === 1 ? 'move is' : 'moves are'} marked.`,
    theAnnotationEnded: (fault: Part) => `The annotation ended: ${fault}`,
    black: 'Black',
    white: 'White',
    played: (turn: Part, san: Part) => `${turn} played ${san}.`,
    aGame: 'a game',
    aPosition: 'a position',
    playOnAgainstTheEngine: (value: Part) => `${value}. Play on against the engine, or analyse.`,
    theEngineIsBeingLoaded: 'The engine is being loaded…',
    variation: 'Variation: ',
    inCheck: ', in check',
    toMove: (aside: Part, side: Part, check: Part) => `${aside}${side} to move${check}`,
    flip: 'Flip',
    flipTheBoard: 'Flip the board',
    saveTheBoard: 'Save the board',
    moves: 'Moves',
    playAndAnalyse2: 'Play and analyse',
    keysArrowsWalkThroughThe:
      'Keys: arrows walk through the game, V plays the better line of a mistake and comes back, F ' +
      'turns the board, / enters a move.',
    palimpsestLevel: (level: Part) => `Palimpsest, level ${level}`,
    reader: 'Reader',
  },

  // progress.ts
  progress: {
    progress: 'Progress',
    estimating: 'estimating …',
    aboutMore: (seconds: Part) => `about ${seconds} more`,
  },

  // scheme.ts
  scheme: {
    light: 'Light',
    dark: 'Dark',
    showThePageInColours: (other: Part) => `Show the page in ${other} colours`,
  },

  // share.ts
  share: {
    palimpsest: (title: Part) => `Palimpsest: ${title}`,
    link: 'Link',
    theLinkIsCopied: 'The link is copied.',
    thisBrowserDoesNotLet: 'This browser does not let the page copy. Here is the link.',
    thePictureIsSaved: 'The picture is saved.',
    copyLink: 'Copy link',
  },

  // table/board-panel.ts
  boardPanel: {
    takeBack: 'Take back',
    thePosition: 'The position',
    makeAMove: 'Make a move',
    fen: 'FEN',
    saveTheBoard: 'Save the board',
    noMoveIsLegal: 'No move is legal',
    makeAMove2: 'Make a move …',
    key: 'Key ',
    soItBelongsIn: ', so it belongs in ',
    bucket: (bucket: Part) => `bucket ${bucket}`,
    makeAMoveAndSee: '. Make a move and see how far the next position lies from it.',
    theEngineIsLoading: 'The engine is loading.',
  },

  // table/cell-panel.ts
  cellPanel: {
    before: 'Before',
    next: 'Next',
    lookIntoTheBucketBefore: 'Look into the bucket before',
    lookIntoTheNextBucket: 'Look into the next bucket',
    oneBucket: 'One bucket',
    number: 'Number',
    clickACellOfThe: 'Click a cell of the map to read its records in words.',
    bucketIsEmpty: (bucket: Part) => `Bucket ${bucket} is empty.`,
    range: (count: Part) => `0 to ${count}`,
    thePositionIsNotKnown: 'The position is not known: a record keeps its key, not its board.',
    placeDraft: (slot: Part, bound: Part, draft: Part) => `Place ${slot}: ${bound}, draft ${draft}`,
    key: 'Key ',
  },

  // table/colours.ts
  colours: {
    upperAtMostSoGood: 'upper: at most so good',
    lowerAtLeastSoGood: 'lower: at least so good',
    exact: 'exact',
    older: 'older',
    twoSearchesAgo: 'two searches ago',
    theSearchBefore: 'the search before',
    thisSearch: 'this search',
    draft0: 'draft 0',
    none: 'none',
    orMore: (plies: Part) => `${plies} or more`,
    hits255OrMore: '255 or more',
    aQuarter: 'a quarter',
    half: 'half',
    full: 'full',
  },

  // table/compare-panel.ts
  comparePanel: {
    runBoth: 'Run both',
    sizeOfB: 'Size of B',
    policyOfB: 'Policy of B',
    useOfRecordsByB: 'Use of records by B',
    whatDoesATableSave: 'What does a table save?',
    yourPosition: 'your position',
    aIsTheTableAbove: (state: Part, name: Part, value: Part) =>
      `A is the table above: ${state}. B is your choice. Both search “${name}” to depth ${value} by ` +
      'plain alpha-beta, which looks at every node that its bounds leave: a table cannot change the ' +
      'value that it finds, only the work.',
    stop: 'Stop',
    stopped: 'Stopped. ',
    nowTry: 'Now try:',
  },

  // table/compare-result.ts
  compareResult: {
    depth: 'Depth',
    nodes: 'Nodes',
    value: 'Value',
    saved: 'Saved',
    nodesToEachDepth: 'Nodes to each depth',
    theShareOfNodesThat: (cheap: Part, dear: Part) =>
      `The share of nodes that a search with ${cheap} saves beside one with ${dear}, by depth.`,
    atDepth: 'at depth ',
  },

  // table/compare-verdict.ts
  compareVerdict: {
    nothingWasSearched: 'Nothing was searched.',
    toDepthBothVisitNodes: (depth: Part, nodesA: Part, values: Part) =>
      `To depth ${depth} both visit ${nodesA} nodes. ${values}`,
    toDepthNodesWithWith: (
      depth: Part,
      less: Part,
      first: Part,
      more: Part,
      second: Part,
      times: Part,
      saved: Part,
      values: Part,
    ) =>
      `To depth ${depth}: ${less} nodes with ${first}, ${more} with ${second}, ${times} times as many. ` +
      `${saved} are saved. ${values}`,
    bothFindTheSameValue: (scoreA: Part) => `Both find the same value, ${scoreA}: nothing is lost.`,
    theValuesDifferAtDepth: (depth: Part) =>
      `The values differ at depth ${depth}: a record was believed that is wrong for its place. Keys of ` +
      'few bits do that, and draws that depend on the moves before.',
  },

  // table/counters-panel.ts
  countersPanel: {
    nodes: 'Nodes',
    positionsThatTheSearchVisited: 'Positions that the search visited',
    nodesASecond: 'Nodes a second',
    hits: 'Hits',
    probesThatFoundARecord: 'Probes that found a record',
    cutoffs: 'Cutoffs',
    nodesThatARecordEnded: 'Nodes that a record ended at once',
    forgotten: 'Forgotten',
    recordsThatAnotherPosition: 'Records that another position threw out',
    falseMatches: 'False matches',
    hitsWhoseRecordBelongsTo: 'Hits whose record belongs to another position',
    theTableIsEmpty: 'The table is empty',
    thisSearch: 'this search',
    theSearchBefore: 'the search before',
    twoSearchesAgo: 'two searches ago',
    older: 'older',
    counters: 'Counters',
    full: 'Full',
    ofProbes: (hits: Part) => `${hits} of probes`,
    ofNodes: (cutoffs: Part) => `${cutoffs} of nodes`,
    ofWrites: (evictions: Part) => `${evictions} of writes`,
    byAge: (told: Part) => `By age: ${told}`,
  },

  // table/experiments.ts
  experiments: {
    giveTheTableBack: 'Give the table back',
    seeWhatATableSaves: 'See what a table saves: the plain search',
    compareAll64BitsAgain: 'Compare all 64 bits again',
    giveIt64TimesThe: 'Give it 64 times the room',
    takeTheTableAway: 'Take the table away',
    letItKeepTheDeeper: 'Let it keep the deeper record instead',
    onePlaceForTheDeepest: 'One place for the deepest, one for the newest',
    bucketsOfFourOldRecords: 'Buckets of four, old records first',
    noTable: 'no table',
    movesOnly: 'moves only',
    bits: (keyBits: Part) => `${keyBits} bits`,
    onePlyDeeper: 'One ply deeper',
    kingsAndBlockedPawns: 'Kings and blocked pawns',
    aMiddleGameOfCaptures: 'A middle game of captures',
    theRooksAgain: 'The rooks again',
    aTableOf64Records: 'A table of 64 records',
    aTableOf4096: 'A table of 4,096 records',
  },

  // table/games-panel.ts
  gamesPanel: {
    theWholeTableAgainstNone: 'The whole table against none',
    aTableThatOnlyOrders: 'A table that only orders moves against none',
    theWholeTableAgainstOne: 'The whole table against one that only orders moves',
    theWholeEngineGames: 'The whole engine: games',
    theEnginePrunesByWhat:
      'The engine prunes by what its table says, so with a table and without it searches two different ' +
      'trees, and the one of fewer nodes may simply see less. What counts is who wins, with the same ' +
      'time for each move:',
    orHowSoonItFinds: 'Or how soon it finds the only winning move, Kb1, of Fine’s position 70:',
    tacticsAtEqualNodes: 'Tactics at equal nodes',
    whatATableIsWorth: 'What a table is worth',
    elo: (elo: Part) => `${elo} Elo`,
    wonDrawnLost: (won: Part, drawn: Part, lost: Part) =>
      `${won} won, ${drawn} drawn, ${lost} lost`,
    gamesWonDrawnLost: (games: Part) => `${games} games: won, drawn, lost`,
  },

  // table/ledger.ts
  ledger: {
    yourSearches: 'Your searches',
    nowTryFromAnEmpty: 'Now try, from an empty table:',
    table: 'Table',
    nodes: 'Nodes',
    thrownOut: 'Thrown out',
    bestLineKnown: 'Best line known',
    theEnginePrunesByWhat:
      'The engine prunes by what its table says, so its nodes to a depth say nothing about a table. ' +
      'Games do: see “The whole engine” below.',
    whateverItsTableThisSearch:
      'Whatever its table, this search finds the same value. What a table has forgotten is searched ' +
      'again: that is the price, in nodes.',
    depth: (depth: Part) => `depth ${depth}`,
    fewest: ' fewest',
    value: (score: Part) => `value ${score}`,
    of: (known: Part, of: Part) => `${known} of ${of}`,
  },

  // table/map-canvas.ts
  mapCanvas: {
    mapOfTheTableArrow: 'Map of the table. Arrow keys move between the cells.',
  },

  // table/map-panel.ts
  mapPanel: {
    legend: 'Legend',
    colourBy: 'Colour by',
    eachCellIsOneOf: (buckets: Part) =>
      `Each cell is one of ${buckets}. A cell that turns white has just been written.`,
    eachCellIsABlock: (block: Part, buckets: Part) =>
      `Each cell is a block of ${block} of the ${buckets} buckets.`,
    bucket: (bucket: Part) => `Bucket ${bucket}`,
    bucketsTo: (bucket: Part, last: Part) => `Buckets ${bucket} to ${last}`,
    empty: 'empty',
    theColoursAndTheLines: 'The colours and the lines',
    theRedLineWalksThrough:
      'The red line walks through the best line that the search knows, hollow where its record is ' +
      'forgotten. The black frame is the position on the board.',
    saveTheMap: 'Save the map',
  },

  // table/narrate.ts
  narrate: {
    tookAnEmptyPlace: (filled: Part) => `${filled} took an empty place`,
    replacedAnOlderRecordOf: (renewed: Part) =>
      `${renewed} replaced an older record of the same position`,
    ofThemThrewOutThe: (evictions: Part, share: Part) =>
      `${evictions} of them threw out the record of another (${share})`,
    moreWereTurnedAway: (refused: Part) => `${refused} more were turned away`,
    theSamePositionNeedsNo:
      ': the same position needs no second place, and a full bucket forgets while others are empty',
    writtenIntoPlacesSoOf: (written: Part, entries: Part, fates: Part, counters: Part, why: Part) =>
      `${written} written into ${entries} places: ${fates}. So ${counters} of the places are taken` +
      `${why}.`,
    thereIsNoTableEach:
      'There is no table. Each position is searched as often as the search meets it.',
    theTableIsEmptyIt: (entries: Part) => `The table is empty: it has room for ${entries}.`,
    writtenNoneForgottenThere: (stores: Part, entries: Part) =>
      `${stores} written, none forgotten: there is room for ${entries}.`,
    itStillKnowsAllOf: (of: Part) => `It still knows all ${of} of its own best line.`,
    ofTheOfItsOwn: (of: Part, known: Part) =>
      `Of the ${of} of its own best line it still knows ${known}.`,
    itsRule: (policy: Part) => `Its rule: ${policy}`,
    at: 'at',
    atOrAbove: 'at or above',
    atOrBelow: 'at or below',
    capturesOnlyWereSearched: 'Captures only were searched',
    searchedDeep: (draft: Part) => `Searched ${draft} deep`,
    noMoveIsKnown: 'No move is known.',
    bestMove: (fen: Part) => `Best move ${fen}.`,
    theSideToMoveStands: (depth: Part, where: Part, score: Part, move: Part) =>
      `${depth}: the side to move stands ${where} ${score}. ${move}`,
    writtenInThisSearch: 'written in this search',
    writtenInTheSearchBefore: 'written in the search before',
    writtenSearchesAgo: (age: Part) => `written ${age} searches ago`,
    fromASubtreeOfAbout: (nodes: Part) => `, from a subtree of about ${nodes}`,
    itsBucketGave: (age: Part, cost: Part, hits: Part) => `${age}${cost}; its bucket gave ${hits}`,
  },

  // table/pairs-panel.ts
  pairsPanel: {
    searchWithKeysOf16: 'Search with keys of 16 bits',
    takenForEachOther: 'Taken for each other',
    theSearchNoLongerKnows: 'The search no longer knows its board.',
    stored: 'Stored.',
    storedCaption: 'stored',
    askedFor: 'Asked for.',
    askedForCaption: 'asked for',
    bothHaveTheKey: 'Both have the key ',
    atNodeTheSearchBelieved: (atNodes: Part) =>
      `: at node ${atNodes} the search believed the record of the left board about the right one.`,
    aRecordIsFoundBy: (bits: Part) =>
      `A record is found by its key alone. With ${bits} bits compared, `,
    noTwoPositionsHaveMet: (compared: Part) => `${compared}no two positions have met so far.`,
    theFirstAreDrawnHere: 'The first are drawn here soon.',
    areDrawnHere: (drawn: Part) => `${drawn} are drawn here.`,
    theSearchHasBelieved: (compared: Part, matches: Part, others: Part) =>
      `${compared}the search has believed ${matches}. ${others}`,
  },

  // table/path-panel.ts
  pathPanel: {
    itsBestLineAsThe: 'Its best line, as the table remembers it',
    searchAndTheLineAppears: 'Search, and the line appears here, move by move.',
    everyPositionOfTheLine: 'Every position of the line has its record. The map joins their cells.',
    ofAreForgottenAnotherPosition: (gone: Part, all: Part) =>
      `${gone} of ${all} are forgotten: another position was written over them.`,
    forgotten: 'forgotten',
    draft: (bound: Part, score: Part, draft: Part) => `${bound} ${score}, draft ${draft}`,
    bucket: (bucket: Part) => `Bucket ${bucket}`,
  },

  // table/settings-panel.ts
  settingsPanel: {
    size: 'Size',
    whichRecordGoesWhenThere: 'Which record goes when there is no room',
    useOfARecord: 'Use of a record',
    bitsOfTheKeyThat: 'Bits of the key that are compared',
    bits: (count: Part) => `${count} bits`,
    search: 'Search',
    plain: 'Plain',
    wholeEngine: 'Whole engine',
    position: 'Position',
    yourOwnOnTheBoard: 'Your own (on the board)',
    searchToDepth: 'Search to depth',
    withFewBitsTwoPositions:
      'With few bits, two positions can look alike: the search then believes the record of another ' +
      'position.',
    settings: 'Settings',
    plainAlphaBetaWithoutFurther:
      'Plain alpha-beta, without further pruning: the table changes the number of nodes and nothing ' +
      'else.',
    theEnginePrunesByWhat:
      'The engine prunes by what it has learnt, so another table leads to another tree.',
  },

  // table/state.ts
  state: {
    startOfTheGame: 'Start of the game',
    italianGame: 'Italian Game',
    aMiddleGameFullOf: 'A middle game full of captures',
    anEndgameWithRooks: 'An endgame with rooks',
    kingsAndBlockedPawnsFine: 'Kings and blocked pawns (Fine, 1941)',
    always: 'Always',
    theNewestRecordWinsWhatever: 'The newest record wins, whatever it throws out.',
    deeper: 'Deeper',
    aRecordGoesOnlyFor:
      'A record goes only for one that was searched as deep or deeper; the others are turned away.',
    twoTier: 'Two-tier',
    eachBucketHasAPlace: 'Each bucket has a place for the deepest record and one for the newest.',
    breuker: 'Breuker',
    twoPlacesTheRecordWith:
      'Two places; the record with the larger subtree stays (two-big; Breuker, Uiterwijk and van den ' +
      'Herik, 1996).',
    ageing: 'Ageing',
    bucketsOfFourTheRecord:
      'Buckets of four; the record with the least draft goes, and an old one sooner.',
    rival: 'Rival',
    aDeeperRecordStaysWhile:
      'A deeper record stays while this search uses it; in the next search it goes first (Rival ' +
      'Chess). In the first search it forgets what Deeper forgets.',
    all: 'All',
    allARecordMayEnd: 'All: a record may end a node, or give its move',
    movesOnly: 'Moves only',
    movesOnlyARecordGives: 'Moves only: a record gives its move and proves nothing',
    off: 'Off',
    offTheSearchHasNo: 'Off: the search has no table',
    draft: 'Draft',
    draftHowManyPliesDeep: 'Draft: how many plies deep the records were searched',
    bound: 'Bound',
    boundExactLowerOrUpper: 'Bound: exact, lower or upper',
    age: 'Age',
    ageHowManySearchesAgo: 'Age: how many searches ago the records were written',
    hits: 'Hits',
    hitsHowOftenTheRecords: 'Hits: how often the records were found again',
    filled: 'Filled',
    filledHowManyPlacesOf: 'Filled: how many places of the cell are taken',
    fullSpeed: 'full speed',
    aSecond: (nodes: Part) => `${nodes} a second`,
  },

  // table/toolbar.ts
  toolbar: {
    search: 'Search',
    pause: 'Pause',
    oneNode: 'One node',
    oneIteration: 'One iteration',
    emptyIt: 'Empty it',
    emptiesTheTable: 'Empties the table',
    speed: 'Speed',
    theEngineIsLoading: 'The engine is loading.',
    stop: 'Stop',
    goOn: 'Go on',
  },

  // table/view.ts
  tableView: {
    searchWithATableAnd: 'Search with a table and without',
    makeItTinyWatchIt: 'Make it tiny, watch it forget',
    fill16Mib: 'Fill 16 MiB',
    theTableAlive: 'The table, alive',
    aChessEngineReachesThe:
      'A chess engine reaches the same position by many orders of moves. Its ',
    transpositionTable: 'transposition table',
    remembersWhatItFoundThere:
      ' remembers what it found there, so that it need not look twice. Here you see one, cell by cell, ' +
      'while a search writes it.',
    theMapOfTheTable: 'The map of the table',
    whatItForgets: 'What it forgets',
    bucket: (bucket: Part, count: Part) => `Bucket ${bucket}: ${count}`,
    ready: 'Ready.',
    haltedAtNode: (nodes: Part) => `Halted at node ${nodes}.`,
    pausedStepByANode: 'Paused. Step by a node or by an iteration, or go on.',
    twoSettingsAreBeingCompared: 'Two settings are being compared below.',
    depth: (depth: Part, score: Part, san: Part) => `Depth ${depth}: ${score}, ${san}`,
    stoppedAtNode: (nodes: Part) => `Stopped at node ${nodes}.`,
    noMove: 'no move',
    depthDoneAfterNodesIs: (depth: Part, nodes: Part, best: Part) =>
      `Depth ${depth} done after ${nodes} nodes: ${best} is best.`,
    theTableAlive2: (state: Part) => `the table, alive: ${state}`,
    aChessSearchToDepth: (depth: Part) =>
      `A chess search to depth ${depth}, whose table you see cell by cell.`,
  },

  // words.ts
  words: {
    gib: (value: Part) => `${value} GiB`,
    mib: (value: Part) => `${value} MiB`,
    kib: (value: Part) => `${value} KiB`,
    bytes: (value: Part) => `${value} bytes`,
    and: (items: Part, last: Part) => `${items} and ${last}`,
    seconds: (count: Part) => `${count} s`,
    minutes: (count: Part) => `${count} min`,
    days: 'days',
    underOnePercent: 'under 1 %',
    over99Percent: 'over 99 %',
  },

  // worker/client.ts
  client: {
    pauseAndStepNeedMemory:
      'Pause and step need memory that the page and the search share. Browsers give it only to pages ' +
      'served with two headers (COOP and COEP), and this page came without them.',
    theSearchWasStoppedBy:
      'The search was stopped by ending its worker, because this page cannot share memory with it. The ' +
      'table is lost; a new one is empty.',
    theWorkerWasClosed: 'the worker was closed',
    itDidNotLoad: 'it did not load',
    theWorkerFailed: (message: Part) => `the worker failed: ${message}`,
  },

  // worker/worker.ts
  worker: {
    theEngineDidNotLoad: (fault: Part) => `the engine did not load: ${fault}`,
  },
};
