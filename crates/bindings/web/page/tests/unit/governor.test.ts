import { beforeEach, expect, test } from 'vitest';
import { CONTROL_BYTES, ControlDesk, ControlPanel, Mode } from '../../src/worker/control';
import { Governor } from '../../src/worker/governor';

let panel: ControlPanel;
let desk: ControlDesk;
let clock: number;
let reports: number;
let letters: () => void;
let governor: Governor;

beforeEach(() => {
  const buffer = new SharedArrayBuffer(CONTROL_BYTES);
  panel = new ControlPanel(buffer);
  desk = new ControlDesk(buffer);
  clock = 0;
  reports = 0;
  letters = () => undefined;
  governor = new Governor(desk, {
    answerLetters: () => letters(),
    report: () => {
      reports += 1;
    },
    now: () => clock,
  });
});

test('the nodes between two looks take about eight milliseconds', () => {
  for (const speed of [1000, 10]) {
    let nodes = 0;
    let budget = governor.next(0);
    for (let look = 0; look < 60; look++) {
      clock += budget / speed;
      nodes += budget;
      budget = governor.next(nodes);
    }
    expect(budget).toBeGreaterThan(7 * speed - 16);
    expect(budget).toBeLessThan(9 * speed);
    governor = new Governor(desk, { answerLetters: () => undefined, report: () => undefined, now: () => clock });
  }
});

test('a pause of the whole machine changes little', () => {
  clock += 1;
  const before = governor.next(32);
  clock += 1000;
  const after = governor.next(32 + before);
  expect(after).toBeGreaterThan(before / 2);
});

test('stop ends the search', () => {
  panel.setMode(Mode.stop);
  expect(governor.next(10)).toBe(0);
});

test('a paused search visits the nodes that it is given one by one', () => {
  panel.setMode(Mode.pause);
  panel.step('node');
  panel.step('node');
  expect(governor.next(1)).toBe(1);
  expect(governor.next(2)).toBe(1);
  // No step is left: it would wait, so the next letter resumes it.
  letters = () => panel.setMode(Mode.run);
  expect(governor.next(3)).toBeGreaterThan(0);
});

test('a step of one iteration runs until the iteration has ended', () => {
  panel.setMode(Mode.pause);
  panel.step('iteration');
  expect(governor.next(1)).toBeGreaterThan(1);
  expect(governor.next(500)).toBeGreaterThan(1);
  governor.iterationEnded();
  letters = () => panel.setMode(Mode.stop);
  expect(governor.next(900)).toBe(0);
});

test('reports come at most every 33 milliseconds, and when a pause begins', () => {
  governor.next(0);
  clock += 10;
  governor.next(100);
  expect(reports).toBe(1);
  clock += 30;
  governor.next(200);
  expect(reports).toBe(2);
});

test('a limited speed asks for a thirtieth of a second', () => {
  panel.setSpeed(3000);
  clock += 1000;
  expect(governor.next(0)).toBe(100);
});

test('letters pass whole, one at a time', () => {
  expect(panel.post('{"id":1,"text":"čaj"}')).toBe(true);
  expect(panel.post('second')).toBe(false);
  expect(desk.read()).toBe('{"id":1,"text":"čaj"}');
  expect(desk.read()).toBeNull();
  expect(panel.post('second')).toBe(true);
  expect(panel.takeBack()).toBe(true);
  expect(desk.read()).toBeNull();
  expect(panel.post('x'.repeat(CONTROL_BYTES))).toBe(false);
});
