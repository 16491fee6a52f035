/** Orders in which two threads may write two words each; a thread writes word 0 before word 1. */

const WORDS = ['0', '1'] as const;

/** Returns the steps that may follow. */
export function nextSteps(steps: readonly string[]): string[] {
  return ['A', 'B'].flatMap((writer) => {
    const word = WORDS[steps.filter((step) => step.startsWith(writer)).length];
    return word === undefined ? [] : [`${writer}${word}`];
  });
}

/** Says whether steps are the beginning of an order. */
export function isOrder(steps: readonly string[]): boolean {
  return steps.every((step, index) => nextSteps(steps.slice(0, index)).includes(step));
}

/** Returns all whole orders. */
export function orders(steps: readonly string[] = []): string[][] {
  const next = nextSteps(steps);
  return next.length === 0 ? [[...steps]] : next.flatMap((step) => orders([...steps, step]));
}
