/** The text a customer asked for before each page. */
export const pageSeparator = (template: string, page: number): string =>
  template.replaceAll('%page-number%', String(page));
