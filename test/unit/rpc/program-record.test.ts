import { describe, expect, it } from 'vitest';
import { declaredPrograms, programList } from '../../../shared/rpc/program-record.ts';

const accepts = (schema: typeof programList, version: string): boolean =>
  schema.safeParse([{ name: 'Revit', version }]).success;

describe('the programs that a person declares', () => {
  it.each(['2025', ' R14 ', '0.21'])('may have the version "%s"', (version) => {
    expect(accepts(programList, version)).toBe(true);
  });

  it.each(['abc', '2025 SP1'])(
    'have no version that commands refuse: "%s"; what was declared before is read',
    (version) => {
      expect(accepts(programList, version)).toBe(false);
      expect(accepts(declaredPrograms, version)).toBe(true);
    },
  );
});
