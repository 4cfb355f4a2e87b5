/** Which addresses outputs may contain: others stay text, whatever a PDF or its text says. */

const linkPattern = /^(?:https?:\/\/|mailto:|tel:)[^\s<>"\\^`{|}\p{C}]+$/iu;
const embeddedPattern = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;
/** A relative path: no scheme, no host, no control characters. */
const filePattern = /^(?![/\\])[^\s:<>"\\^`{|}\p{C}?#]+$/u;

export const isAllowedUrl = (url: string): boolean => url.length <= 8_192 && linkPattern.test(url);

/** Images are files of the images output or embedded; never fetched from elsewhere. */
export const isAllowedImage = (image: string): boolean =>
  image.startsWith('data:') ? embeddedPattern.test(image) : image.length <= 1_024 && filePattern.test(image);
