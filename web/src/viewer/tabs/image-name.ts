/** The file name if the link points to an image of the job, otherwise null. */
export function imageNameOf(link: string | undefined): string | null {
  const name = /^(?:\.\/)?images\/([\w.-]+)$/.exec(link ?? '')?.[1];
  return name ?? null;
}

/** Accepts PNG and JPEG data URLs only: an SVG can contain a whole document. */
export function isEmbeddedImage(link: string | undefined): link is string {
  return /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=\s]+$/.test(link ?? '');
}
