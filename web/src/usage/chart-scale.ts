/** Computes round tick values for the chart. */
export type Scale = { readonly max: number; readonly ticks: readonly number[] };

const roundSteps = [1, 2, 2.5, 5, 10];
const ticksWanted = 4;

export function chartScale(highest: number): Scale {
  const rough = Math.max(1, highest) / ticksWanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fitting = roundSteps.map((step) => step * power).find((size) => size >= rough) ?? rough;
  // Pages are whole numbers, so ticks are too.
  const step = Math.max(1, Math.ceil(fitting));
  const count = Math.max(1, Math.ceil(highest / step));
  return { max: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}
