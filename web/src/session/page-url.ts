/** Addresses of the dashboard itself: where it is served, where the user is, and where to return after sign-in. */

/** With a trailing slash. */
export const pageFolder = (): string => new URL(import.meta.env.BASE_URL, location.origin).href;

/** Path, query and fragment of the current page. */
export const currentPath = (): string => `${location.pathname}${location.search}${location.hash}`;

/** The path if it is inside the dashboard, otherwise its start page: what is in storage is not trusted. */
export function pathInDashboard(path: string): string {
  const url = new URL(path, location.origin);
  const isOurs = url.origin === location.origin && url.pathname.startsWith(import.meta.env.BASE_URL);
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : import.meta.env.BASE_URL;
}
