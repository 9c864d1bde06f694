import { accentFrom, accentNames } from '../../ui/accent.ts';
import { readThemeColours } from '../../ui/theme-colours.ts';
import tokens from '../../ui/tokens.css?raw';

const colours = readThemeColours(tokens);

/** Has the window marked in a colour made from this one (`#rrggbb`), or in the app's own. */
export function useAccent({ style }: HTMLElement, system: string | undefined): void {
  const isKnown = system !== undefined && CSS.supports('color', 'light-dark(#fff, #000)');
  const [light, dark] = isKnown ? [accentFrom(system, 'light', colours), accentFrom(system, 'dark', colours)] : [];
  for (const name of accentNames) {
    if (light && dark) style.setProperty(`--${name}`, `light-dark(${light[name]}, ${dark[name]})`);
    else style.removeProperty(`--${name}`);
  }
}
