/** A grey picture and what a scanner does to it: skew, blur, pale ink and noise. The same input gives the same pixels. */
import { Random } from '../../fidelity/born/random.ts';

export type Picture = { readonly width: number; readonly height: number; readonly grey: Uint8Array };

export function readGraymap(file: Buffer): Picture {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64));
  if (!header) throw new Error('not a graymap');
  const [width, height] = [Number(header[1]), Number(header[2])];
  return { width, height, grey: file.subarray(header[0].length, header[0].length + width * height) };
}

/** Clockwise, about the centre; the paper outside is white. */
export function turned({ width, height, grey }: Picture, degrees: number): Picture {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  const out = new Uint8Array(width * height);
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 255 : (grey[y * width + x] as number);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fromX = cos * (x - cx) + sin * (y - cy) + cx;
      const fromY = -sin * (x - cx) + cos * (y - cy) + cy;
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [right, down] = [fromX - left, fromY - top];
      const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
      const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
      out[y * width + x] = Math.round(upper * (1 - down) + lower * down);
    }
  }
  return { width, height, grey: out };
}

function smoothed(picture: Picture, weights: readonly number[], step: number, isAcross: boolean): Picture {
  const { width, height, grey } = picture;
  const reach = (weights.length - 1) / 2;
  const out = new Uint8Array(grey.length);
  for (let at = 0; at < grey.length; at += 1) {
    const place = isAcross ? at % width : Math.floor(at / width);
    const last = (isAcross ? width : height) - 1;
    let sum = 0;
    for (const [index, weight] of weights.entries()) {
      const wanted = Math.min(Math.max(place + index - reach, 0), last);
      sum += weight * (grey[at + (wanted - place) * step] as number);
    }
    out[at] = Math.round(sum);
  }
  return { width, height, grey: out };
}

/** Gaussian, over pixels as far as twice its deviation. */
export function blurred(picture: Picture, deviation: number): Picture {
  const reach = Math.ceil(2 * deviation);
  const raw = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)),
  );
  const total = raw.reduce((sum, value) => sum + value, 0);
  const weights = raw.map((value) => value / total);
  return smoothed(smoothed(picture, weights, 1, true), weights, picture.width, false);
}

/** Paper is grey, ink is not black, every pixel varies, and one in a thousand is a speck. */
export function worn(picture: Picture, seed: number): Picture {
  const random = new Random(seed);
  const [ink, paper, spread, specks] = [45, 238, 40, 0.001];
  const grey = picture.grey.map((value) => {
    // The sum of two is triangular, which is close enough to the noise of a sensor.
    const noise = (random.next() + random.next() - 1) * spread;
    const base = random.next() < specks ? 90 : ink + (value / 255) * (paper - ink);
    return Math.min(Math.max(Math.round(base + noise), 0), 255);
  });
  return { ...picture, grey };
}
