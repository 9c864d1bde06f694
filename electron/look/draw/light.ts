import type { Point3 } from '../../../shared/rpc/scene.ts';
import { dot, unit } from '../vectors.ts';

/** One soft light for every picture, so that drawings side by side look alike: from above on the left, and the sky. */
const lamp = unit([-0.45, 0.75, 0.65]);
const [lampShare, skyShare, leastShare] = [0.5, 0.22, 0.36];

/**
 * How bright a surface is, 0 … 1.
 * @param seen its normal as the camera sees it; what faces away is seen from its inside, and lit there
 */
export function brightness([right, up, towards]: Point3): number {
  const side = towards < 0 ? -1 : 1;
  const facing: Point3 = [right * side, up * side, towards * side];
  return leastShare + lampShare * Math.max(0, dot(facing, lamp)) + skyShare * (0.5 + 0.5 * facing[1]);
}
