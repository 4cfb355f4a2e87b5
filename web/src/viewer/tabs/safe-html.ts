/**
 * The html of a document, made fit to be looked at: what could run, load, send or style is taken out, pictures of the
 * job are put in. The frame it goes into allows none of that either; this keeps the browser from complaining.
 */
import { imageNameOf, isEmbeddedImage } from './image-name.ts';

const unwanted =
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

export type PictureSource = (name: string) => string | undefined;

/** Names of the job's images that the text links to, once each. */
export function imageNamesIn(html: string): string[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
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

/** `styleUrl` is the one thing the frame may load. */
export function safeHtml(html: string, pictureOf: PictureSource, styleUrl: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const element of parsed.querySelectorAll(unwanted)) element.remove();
  for (const element of parsed.body.querySelectorAll('*')) clean(element, pictureOf);
  for (const attribute of [...parsed.body.attributes]) parsed.body.removeAttribute(attribute.name);
  const page = document.implementation.createHTMLDocument('');
  const policy = page.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `default-src 'none'; img-src data:; style-src ${new URL(styleUrl).origin}`;
  const style = page.createElement('link');
  style.rel = 'stylesheet';
  style.href = styleUrl;
  page.head.append(policy, style);
  page.body.replaceWith(page.adoptNode(parsed.body));
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
