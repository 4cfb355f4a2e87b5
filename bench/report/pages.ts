export async function writePages(_root: string): Promise<void> {}
