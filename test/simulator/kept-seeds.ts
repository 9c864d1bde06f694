/**
 * Seeds that once showed a fault, with what it was: they are run for ever. A seed is another run as soon as the
 * simulator does something new; what was found until then is told in `test/unit/engine/stories`.
 */
export const keptSeeds: Readonly<Record<number, string>> = {
  110: 'a library was spoken of as it had been set before, because the engine died right after it was set otherwise',
  1051: 'a file counted as a draft of a version that the service had lost and made anew with other bytes',
  2207: 'a release of a service that was brought back and made it anew was taken for the own one',
  2390: 'a version that was gone and made anew was not asked for again',
  6773: "what one service has was sent over another's newest, and nobody had chosen that",
  8842: 'bytes that a service still had as a draft were sent again after it lost their release',
  3070: 'an edit was sent over what somebody else made after the service was brought back',
  200578: 'a copy that belongs to nothing was sent after its folder was moved, because its link stayed behind',
  620378: "somebody else's draft was released for a file whose own bytes nobody knew yet",
  410034: 'a file in step was said to be held back by settings that no longer were',
  750007: 'a download was known by another spelling than the disk gave its name, and that one counted as removed',
  930003: 'a file that was spelled otherwise than before counted as removed while a person was asked about it',
  990082: 'a file beside the known one was sent as its successor before that one was read',
  990027: 'a transfer that was planned anew while it failed stayed in the queue',
  500991: 'a release was forgotten for sent when another service, which has nothing of it, was asked in between',
  5039: 'a release was made of a draft that a service without hashes had made anew under a number that was known',
  2697: 'what was kept beside in a conflict was of its class again once its folder had another name',
  8560: 'a file that was spelled anew and written in parts, which was no removal, was taken for one',
  9816: 'what came of a draft was taken for made without it, after a service was brought back to that draft',
  2090: 'what a service said after everybody had given up was taken for a lie',
  7735: 'what was kept beside in a conflict counted as a version that the service had lost and made anew',
};
