import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

declare const layers: { readonly forbidden: IForbiddenRuleType[]; readonly options: ICruiseOptions };
export default layers;
