import { describe, expect, test } from 'vitest';
import {
  axesOf,
  fitting,
  movedBy,
  seenAt,
  standardViews,
  turnedBy,
  zoomedBy,
} from '../../../../../renderer/features/look/gaze.ts';

const near = (...values: number[]) => values.map((value) => expect.closeTo(value, 9) as unknown);
const box = { min: [0, 0, 0], max: [600, 80, 500] } as const;

describe('looking at something', () => {
  test('the front shows width and height, the top width and depth', () => {
    const front = fitting(box, standardViews.front, 1);
    const corner = seenAt(front, [600, 0, 500]);
    expect(corner).toEqual(near(300 / front.span, 250 / front.span));
    const top = fitting(box, standardViews.top, 1);
    expect(seenAt(top, [600, 80, 0])).toEqual(near(300 / top.span, 40 / top.span));
  });

  test.each(Object.entries(standardViews))('from %s its axes stand upright on one another', (_, view) => {
    const { right, up, towards } = axesOf(view);
    const [x, y, z] = [
      right[1] * up[2] - right[2] * up[1],
      right[2] * up[0] - right[0] * up[2],
      right[0] * up[1] - right[1] * up[0],
    ];
    expect([x, y, z]).toEqual(near(...towards));
  });

  test('all of it is to be seen, in wide pictures and in high ones', () => {
    for (const aspect of [0.3, 1, 4]) {
      const gaze = fitting(box, standardViews.isometric, aspect);
      for (const x of [0, 600]) {
        for (const y of [0, 80]) {
          for (const z of [0, 500]) {
            const [right, up] = seenAt(gaze, [x, y, z]);
            expect(Math.abs(right)).toBeLessThan(aspect / 2);
            expect(Math.abs(up)).toBeLessThan(0.5);
          }
        }
      }
    }
  });

  test('what somebody points at stays where it is while it comes nearer', () => {
    const gaze = fitting(box, { turnDegrees: 20, tiltDegrees: 30 }, 1.5);
    const point = [100, 40, 450] as const;
    const [right, up] = seenAt(gaze, point);
    expect(seenAt(zoomedBy(gaze, 3, right, up), point)).toEqual(near(right, up));
    expect(zoomedBy(gaze, 3).span).toBeCloseTo(gaze.span / 3);
  });

  test('what is dragged goes with the pointer', () => {
    const gaze = fitting(box, standardViews.isometric, 1);
    const [right, up] = seenAt(gaze, [1, 2, 3]);
    expect(seenAt(movedBy(gaze, 0.2, -0.1), [1, 2, 3])).toEqual(near(right + 0.2, up - 0.1));
  });

  test('nothing is turned over the top, and around without end', () => {
    const gaze = fitting(undefined, standardViews.front, 1);
    expect(turnedBy(gaze, -30, 200)).toMatchObject({ turnDegrees: 330, tiltDegrees: 90 });
    expect(turnedBy(gaze, 0, -200).tiltDegrees).toBe(-90);
  });
});
