import { describe, expect, it } from 'vitest';
import { linkAmong, readLink } from '../../../electron/main/deep-links.ts';

const key = 'Revit/2025/EC011022/7/MC000101/2/Template';

describe('a link into the app', () => {
  it.each([
    ['cadsync://product/8719900100018', '8719900100018'],
    ['CADSYNC://product/08719900100018/', '8719900100018'],
  ])('leads to a product (%s)', (link, gtin) => {
    expect(readLink(link)).toEqual({ kind: 'product', gtin });
  });

  it.each([
    [`cadsync://file/${key}`, key],
    [`cadsync://file/${key}@nl`, `${key}@nl`],
    ['cadsync://file/Revit/2025/EC011022/7/MC000101/2/Floor%20plan', 'Revit/2025/EC011022/7/MC000101/2/Floor plan'],
    ['cadsync://file/Caf%C3%A9%2FCAD/2025/EC011022/7/MC000101/2/Plan', 'Café%2FCAD/2025/EC011022/7/MC000101/2/Plan'],
  ])('leads to a file (%s)', (link, wanted) => {
    expect(readLink(link)).toEqual({ kind: 'file', key: wanted });
  });

  it.each([
    'cadsync://product/8719900100019',
    'cadsync://product/8719900100018?x=1',
    'cadsync://product/8719900100018#/settings',
    'cadsync://product/87199%30100018',
    'cadsync://product/<script>',
    'cadsync://product/',
    'cadsync://file/../../etc/passwd',
    'cadsync://file/C:\\windows\\win.ini',
    `cadsync://file/${key}/more`,
    `cadsync://file/Revit/2025/EC011022/7/MC000101/2/Plan%00`,
    `cadsync://file/Revit/2025/EC011022/7/MC000101/2/%E0%A4`,
    `cadsync://file/${'x'.repeat(3_000)}`,
    'cadsync://settings/connection',
    'cadsync:product/8719900100018',
    'https://product/8719900100018',
    'file:///etc/passwd',
    '',
  ])('leads nowhere where it names nothing that can be shown: %s', (link) => {
    expect(readLink(link)).toBeUndefined();
  });

  it('is found among the arguments of a program', () => {
    expect(linkAmong(['/opt/app', '--data=/x', 'cadsync://product/1'])).toBe('cadsync://product/1');
    expect(linkAmong(['/opt/app', '/home/ann/cadsync://x.rfa'])).toBeUndefined();
  });
});
