/** The name of a document without `.pdf`, from which the names of its downloads are made. */
export const fileStem = (fileName: string | null | undefined): string =>
  (fileName ?? 'document').replace(/\.pdf$/i, '');
