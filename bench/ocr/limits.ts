/** What holds the figures back, as a closer look found it. */
export const limits = `What limits the figures:

`;
