/**
 * Sanitizes the HTML result for the preview: removes everything that could run, load, send or style, and inserts the
 * images of the job. The sandboxed frame blocks all of that too; sanitizing avoids its console errors.
 */
import { imageNameOf, isEmbeddedImage } from './image-name.ts';

const removedElements =
  'script, style, link, meta, base, iframe, frame, object, embed, form, input, button, select, textarea, svg, math, video, audio, source, track, template, noscript';
const keptAttributes: ReadonlySet<string> = new Set([
  'colspan',
  'rowspan',
  'alt',
  'start',
  'scope',
  'dir',
  'lang',
]);

/**
 * `DOMParser` logs a policy violation for every style. Renaming them first avoids that; they are removed below. A
 * style that is missed here only causes a console message.
 */
function renameStyles(html: string): string {
  return html.replace(/<[^>]*>/g, (tag) =>
    tag.replace(/^(<\/?)style\b/i, '$1template').replace(/\sstyle(\s*=)/gi, ' data-was$1'),
  );
}

const parse = (html: string) => new DOMParser().parseFromString(renameStyles(html), 'text/html');

export type PictureSource = (name: string) => string | undefined;

/** Names of the job's images in the HTML, without duplicates. */
export function imageNamesIn(html: string): string[] {
  const parsed = parse(html);
  const names = [...parsed.querySelectorAll('img')].map((image) =>
    imageNameOf(image.getAttribute('src') ?? undefined),
  );
  return [...new Set(names.filter((name) => name !== null))];
}

function clean(element: Element, pictureOf: PictureSource): void {
  const source = element.getAttribute('src') ?? undefined;
  for (const { name } of [...element.attributes]) {
    if (!keptAttributes.has(name)) element.removeAttribute(name);
  }
  if (element.localName !== 'img') return;
  const name = imageNameOf(source);
  const picture = isEmbeddedImage(source) ? source : name === null ? undefined : pictureOf(name);
  if (picture === undefined) element.replaceWith(element.getAttribute('alt') ?? '');
  else element.setAttribute('src', picture);
}

/** Attributes instead of CSS: the policy of the frame allows no styles. */
function addPresentation(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    table.setAttribute('border', '1');
    table.setAttribute('cellspacing', '0');
    table.setAttribute('cellpadding', '6');
  }
  const face = body.ownerDocument.createElement('font');
  face.setAttribute('face', 'Segoe UI, Roboto, Liberation Sans, Arial, sans-serif');
  face.append(...body.childNodes);
  body.append(face);
  for (const side of ['leftmargin', 'rightmargin', 'topmargin', 'bottommargin'])
    body.setAttribute(side, '24');
}

export function safeHtml(html: string, pictureOf: PictureSource): string {
  const parsed = parse(html);
  for (const element of parsed.querySelectorAll(removedElements)) element.remove();
  for (const element of parsed.body.querySelectorAll('*')) clean(element, pictureOf);
  for (const attribute of [...parsed.body.attributes]) parsed.body.removeAttribute(attribute.name);
  addPresentation(parsed.body);
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:">`;
  return `<!doctype html><html><head>${policy}</head>${parsed.body.outerHTML}</html>`;
}
