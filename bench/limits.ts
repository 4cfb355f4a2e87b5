/**
 * What holds a figure back where its aim is missed, by the name of the figure: written by whoever looked into it, in
 * words that stay true when the figures move. A line is printed only beside a miss.
 */
export const limits: Readonly<Record<string, string>> = {};
