/** How long something takes, in wall time. */

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

export const milliseconds = async (work: () => Promise<unknown>) => (await seconds(work)) * 1000;
