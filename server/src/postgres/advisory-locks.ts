/** Keys of advisory locks in the database of the service. */

/** The first of two keys; the second is the kind of periodic work. */
export const electionLock = 1_868_788_833;
