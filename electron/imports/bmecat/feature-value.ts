import { parseEtimCode } from '../../../shared/model/etim-code.ts';
import type { WrittenValue } from '../../../shared/model/import-record.ts';
import { childrenOf, textOf, type XmlElement } from './xml-element.ts';

/**
 * The value of an ETIM feature as the catalogue writes it (`FNAME` holds its code, `FVALUE` one value, or the two bounds
 * of a range, `FUNIT` their unit), or what is wrong with it.
 * @param pointer where the feature stands
 */
export function featureValueOf(feature: XmlElement, pointer: string): WrittenValue | string {
  const featureCode = parseEtimCode('feature', textOf(feature, 'FNAME') ?? '');
  if (!featureCode.ok) return 'FNAME is no feature code';
  const texts = childrenOf(feature, 'FVALUE').map(({ text }) => text);
  const unit = textOf(feature, 'FUNIT');
  return {
    kind: 'written',
    featureCode: featureCode.value,
    portCode: 0,
    origin: 'etim',
    texts,
    ...(unit === undefined ? {} : { unit }),
    pointer,
  };
}
