/** The address of the current page below this origin, to come back to. */
export const here = (): string => `${location.pathname}${location.search}${location.hash}`;
