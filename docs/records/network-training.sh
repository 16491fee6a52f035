#!/bin/sh
# The training of crates/engine/networks/default.network from an empty checkout (2026-11-26). All data are games and searches of this engine;
# no other program's networks, scores or games are used. The rows (540 MB) are not in the repository; this makes them again, game by game the
# same. Times are those of one core of an AMD EPYC with AVX-512, beside other work on the other core.
set -e

# The first round. 16.9 million rows in 4 hours: quiet positions of games with the search's score and the result. Fifty-one files of 4,000 games,
# chunk K with the seed 20261200 + K, in turn: from random plies; from the book UHO_4060_v4 (--book, 1 to 4 random plies); from noob_3moves; from
# FRC_openings (--chess960, 2 to 6 plies); and from random plies without an end by score (--winning-score 30000). The books are CC0.
cargo xtask tune datagen --output random-0.rows --games 4000 --nodes 1000 --seed 20261200

# 12.0 million rows in 3 minutes: positions about which searches ask the hand-crafted evaluation, with its answers.
cargo xtask tune distil *.rows --output distil.rows --rows 12000000 --every 12 --seed 21

# 4.9 million in 20 minutes: positions up to three random moves from those of games, scored by 150 nodes.
cargo xtask tune label *.rows --output label-games.rows --blocks 30000 --seed 31

# 4.5 million in 15 minutes, ended after 27,000 blocks: positions of searches, or one random move from them.
cargo xtask tune label distil.rows --moves 1 --output label-distil.rows --blocks 40000 --seed 41

# Learns the hand-crafted evaluation: 11.8 million rows, 4 passes, 90 s.
cargo xtask tune train --distilled distil.rows --output d256.network --state d256.state --hidden 256 --epochs 4 --scale 250 --validation 2

# Learns from games and labels: 25.8 million, 8 passes, 7 minutes.
cargo xtask tune train *.rows --distilled label-games.rows,label-distil.rows --start d256.state --output c.network --state c.state \
    --hidden 256 --epochs 8 --rate 0.001 --scale 250 --score-weight 0.8 --validation 2

# By the engine with that network (d99fe71 with c.network), ended after 41,440 blocks: 5.8 million in 23 minutes, scored by 250 nodes.
cargo xtask tune label distil.rows --moves 1 --nodes 250 --output label3.rows --blocks 100000 --seed 51

# Learns from all: 31.4 million, 7 passes, 8 minutes. The network of the first round.
cargo xtask tune train *.rows --distilled label-games.rows,label-distil.rows,label3.rows --start c.state --output default.network \
    --state default.state --hidden 256 --epochs 7 --rate 0.001 --scale 250 --score-weight 0.8 --validation 2

# The second round, by the engine with that network (bench 2260851). 14.0 million rows in 100 minutes: forty-one files of games, chunks 100 to 123
# and 200 to 216, in the five ways above.
cargo xtask tune datagen --output net-100.rows --games 4000 --nodes 1000 --seed 20261300

# 8.0 million in 2 minutes: positions about which searches ask.
cargo xtask tune distil net-*.rows --output distil2.rows --rows 8000000 --every 12 --seed 61

# 9.3 million in 27 minutes, then ended: such positions, or one random move from them, scored by 250 nodes.
cargo xtask tune label distil2.rows --moves 1 --nodes 250 --output label-a.rows --blocks 100000 --seed 71

# Goes on from the network's file with the new rows alone: 22.9 million, 7 passes, 4 minutes of both cores. The network of the engine.
cargo xtask tune train net-*.rows --distilled label-a.rows --start crates/engine/networks/default.network --output new.network \
    --state new.state --hidden 256 --epochs 7 --rate 0.001 --scale 250 --score-weight 0.8 --validation 2

# What judges further rounds (2026-11-28): 18,377 positions of 320 games that no training sees, or one random move from them, scored by 20,000
# nodes in 20 minutes. The file is crates/research/tuner/data/held-out.data.
cargo xtask tune datagen --output v0.rows --games 120 --nodes 1000 --seed 20269001 --book UHO_4060_v4_20k.epd --min-plies 2 --max-plies 4
cargo xtask tune datagen --output v1.rows --games 100 --nodes 1000 --seed 20269101
cargo xtask tune datagen --output v2.rows --games 100 --nodes 1000 --seed 20269201 --book noob_3moves.epd --min-plies 2 --max-plies 4
cargo xtask tune label v0.rows v1.rows v2.rows --moves 1 --nodes 20000 --hash 4096 --output held-out.data --blocks 100 --seed 1

# The network's mean square error on it is 0.00608. Five passes over new rows at a rate of 0.0004: 1.7 and 3.5 million of games 0.00627 and 0.00610;
# 4.5 million of games and 2.5 million labels of 400 nodes 0.00594, with scores alone 0.00595; these labels alone 0.00662.
# Games at 20,000 nodes say -3 +- 25: not taken. With 5.6 million of games and 4.1 million labels it is 0.00594 again (0.00592 after the first pass),
# with 512 neurons 0.00596, with four king buckets 0.00595, while the loss in training falls on. At a rate of 0.0001 with steps of 65,536 rows it is
# 0.00588, rounded 0.00591: +2 +- 25 in 400 games at 20,000 nodes.
cargo xtask tune train c*.rows --distilled labels.rows --start crates/engine/networks/default.network --output new.network \
    --held-out crates/research/tuner/data/held-out.data --hidden 256 --epochs 5 --rate 0.0004 --scale 250 --score-weight 0.8
