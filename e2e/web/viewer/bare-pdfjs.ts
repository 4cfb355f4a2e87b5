/** pdf.js and nothing else: a page with one canvas; the document comes from the service, as it does in the viewer. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

export type BarePdfjs = { readonly url: string; close(): void };

const part = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`pdfjs-dist/build/${name}.min.mjs`));

/** `show(widthPx)` draws the first page and says how many milliseconds that took. */
const html = `<!doctype html><canvas></canvas><script>
  async function show(widthPx) {
    const began = performance.now();
    const pdfjs = await import('/pdf.mjs');
    pdfjs.GlobalWorkerOptions.workerSrc = '/worker.mjs';
    const data = new Uint8Array(await (await fetch('/document.pdf')).arrayBuffer());
    const pdf = await pdfjs.getDocument({ data }).promise;
    const first = await pdf.getPage(1);
    const viewport = first.getViewport({ scale: widthPx / first.getViewport({ scale: 1 }).width });
    const canvas = document.querySelector('canvas');
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    await first.render({ canvas, viewport }).promise;
    return performance.now() - began;
  }
</script>`;

export async function serveBarePdfjs(document: () => Promise<Buffer>): Promise<BarePdfjs> {
  const script = 'text/javascript';
  const files = new Map<string, readonly [string, Buffer]>([
    ['/', ['text/html', Buffer.from(html)]],
    ['/pdf.mjs', [script, part('pdf')]],
    ['/worker.mjs', [script, part('pdf.worker')]],
    ['/favicon.ico', ['image/x-icon', Buffer.alloc(0)]],
  ]);
  const server = createServer(async (request, response) => {
    const [type, bytes] = files.get(request.url ?? '') ?? ['application/pdf', await document()];
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
