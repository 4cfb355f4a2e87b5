/** What is really to be seen on a page of the viewer: where the ink of its canvas is, and where the boxes are. */
import type { Page } from 'playwright-core';

/** In shares of the page, from its upper left corner. */
export type Place = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};
export type SeenBox = Place & { readonly label: string; readonly ink: Place | null };
export type SeenPage = {
  readonly boxes: readonly SeenBox[];
  /** Dark pixels that no box covers. */
  readonly inkOutside: number;
};

type Look = {
  readonly boxes: readonly (Place & { readonly label: string })[];
  /** The dark pixels, by their number. */
  readonly ink: readonly number[];
  readonly width: number;
  readonly height: number;
};

function look(page: Page, number: number): Promise<Look> {
  return page.evaluate((pageNumber) => {
    const sheet = document.querySelector(`[data-page="${pageNumber}"]`);
    const canvas = sheet?.querySelector('canvas');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    if (!sheet || !pixels) throw new Error(`page ${pageNumber} is not on the screen`);
    const frame = sheet.getBoundingClientRect();
    const ink: number[] = [];
    for (let at = 0; at < pixels.width * pixels.height; at += 1) {
      if ((pixels.data[at * 4] ?? 255) < 128) ink.push(at);
    }
    const boxes = [...sheet.querySelectorAll<HTMLElement>('[data-box]')].map((box) => {
      const at = box.getBoundingClientRect();
      return {
        label: box.getAttribute('aria-label') ?? '',
        left: (at.left - frame.left) / frame.width,
        right: (at.right - frame.left) / frame.width,
        top: (at.top - frame.top) / frame.height,
        bottom: (at.bottom - frame.top) / frame.height,
      };
    });
    return { boxes, ink, width: pixels.width, height: pixels.height };
  }, number);
}

const isWithin = (x: number, y: number, box: Place, slack: number) =>
  x >= box.left - slack && x <= box.right + slack && y >= box.top - slack && y <= box.bottom + slack;

function around(points: readonly (readonly [number, number])[]): Place | null {
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const least = (all: readonly number[]) => all.reduce((a, b) => Math.min(a, b));
  const most = (all: readonly number[]) => all.reduce((a, b) => Math.max(a, b));
  return { left: least(xs), right: most(xs), top: least(ys), bottom: most(ys) };
}

/** `slack` is how far around a box its ink is looked for, in shares of the page. */
export async function seePage(page: Page, number: number, slack: number): Promise<SeenPage> {
  const { boxes, ink, width, height } = await look(page, number);
  const points = ink.map(
    (at) => [((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height] as const,
  );
  const edge = 0.006;
  return {
    boxes: boxes.map((box) => ({
      ...box,
      ink: around(points.filter(([x, y]) => isWithin(x, y, box, slack))),
    })),
    inkOutside: points.filter(([x, y]) => !boxes.some((box) => isWithin(x, y, box, edge))).length,
  };
}
