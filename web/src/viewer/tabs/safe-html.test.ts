/**
 * HTML of a document cannot run code, load anything or link anywhere.
 * @vitest-environment happy-dom
 */
import { describe, expect, it } from 'vitest';
import { imageNamesIn, safeHtml } from './safe-html.ts';

const made = (html: string) =>
  safeHtml(html, (name) => (name === 'a.png' ? 'data:image/png;base64,AAAA' : undefined));

describe('the HTML of a document', () => {
  it('keeps its text, tables and spans', () => {
    const html = made('<h1>Title</h1><table><tr><td colspan="2">x</td></tr></table>');
    expect(html).toContain('<h1>Title</h1>');
    expect(html).toContain('<td colspan="2">x</td>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src="https://evil.example/x.png">',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<p style="background:url(https://evil.example)">x</p>',
    '<style>@import "https://evil.example"</style>',
    '<link rel=stylesheet href="https://evil.example">',
    '<meta http-equiv=refresh content="0;url=https://evil.example">',
    '<base href="https://evil.example">',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><button>x</button></form>',
    '<svg onload=alert(1)><image href="https://evil.example"/></svg>',
    '<body onload=alert(1) background="https://evil.example">',
    '<video src="https://evil.example" poster="https://evil.example">',
  ])('loses %s', (html) => {
    const page = made(html);
    expect(page).not.toMatch(/evil|alert|onload|onerror|javascript/);
    expect(page).not.toMatch(/<(script|style|iframe|form|svg|video|base)/);
  });

  it('gets the images of the job and no others', () => {
    const page = made('<img src="images/a.png" alt="A"><img src="images/b.png" alt="B">');
    expect(page).toContain('data:image/png;base64,AAAA');
    expect(page.match(/<img/g)).toHaveLength(1);
    expect(imageNamesIn('<img src="images/a.png"><img src="images/a.png"><img src="/x.png">')).toEqual([
      'a.png',
    ]);
  });

  it('has a policy that loads nothing', () => {
    expect(made('<p>x</p>')).toContain(`default-src 'none'; img-src data:"`);
  });
});
