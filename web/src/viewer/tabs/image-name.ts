/** The name of one of the job's own images in a link of its results; null for every other link. */
export function imageNameOf(link: string | undefined): string | null {
  const name = /^(?:\.\/)?images\/([\w.-]+)$/.exec(link ?? '')?.[1];
  return name ?? null;
}

/** Pictures may stand in the text itself, but only as pictures: no SVG, which can hold a document of its own. */
export function isEmbeddedImage(link: string | undefined): link is string {
  return /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=\s]+$/.test(link ?? '');
}
