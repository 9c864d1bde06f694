import type { SeededRandom } from './seeded-random.ts';

type Choices<T> = readonly (readonly [weight: number, choice: T])[];

/**
 * Makes some of the choices frequent in one run and rare in another, so that things meet each other that would seldom
 * follow each other if every run were like the mean of all (swarm testing: Groce et al., ISSTA 2012).
 * @returns what weighs choices that always come in the same order
 */
export function createMood(random: SeededRandom): <T>(choices: Choices<T>) => Choices<T> {
  const factors: number[] = [];
  return (choices) =>
    choices.map(([weight, choice], place) => [weight * (factors[place] ??= random.pick([0.2, 1, 1, 4])), choice]);
}
