import { describe, expect, it } from 'vitest';
import { textOfHtml } from '../../../../electron/engine/ask/text-of-html.ts';

describe('a report that is a web page, as text', () => {
  it('has its words, line by line and cell by cell', () => {
    const page =
      '<!doctype html><html><head><title>Report</title><style>p { color: red }</style></head><body>\n<h1>Pump&nbsp;room</h1>' +
      '<p>3&#160;products,\n 2 &lt; 3</p><table><tr><td>Width</td><td>100 &amp; more</td></tr></table></body></html>';
    expect(textOfHtml(page)).toBe('Pump room\n3 products, 2 < 3\nWidth\t100 & more');
  });

  it('has nothing of scripts, comments and tags, whole or cut off', () => {
    expect(textOfHtml('<p>before</p><script>alert(1)</script><!-- <b>secret</b> --><p>after</p>')).toBe(
      'before\nafter',
    );
    expect(textOfHtml('<p>before</p><SCRIPT src=x>alert(1)')).toBe('before');
    expect(textOfHtml('<img src=x onerror=alert(1)>words')).toBe('words');
  });

  it.each(['<', '<br'])('is read at once, however many %s are never closed', (open) => {
    const words = open.repeat(100_000);
    const startedMs = performance.now();
    expect(textOfHtml(`<p>before</p>${words}`)).toBe(`before\n${words}`);
    // It takes some milliseconds; half a minute where each of them looks for its end.
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it('decodes each entity once', () => {
    expect(textOfHtml('&amp;lt;b&amp;gt; &#x1F600; &#0; &unknown;')).toBe('&lt;b&gt; 😀 &unknown;');
  });
});
