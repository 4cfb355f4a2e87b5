/** Addresses that are cut by the end of a line. */
import { describe, expect, it } from 'vitest';
import { continuesAddress, continuesPrintedAddress } from './line-joints.ts';

describe('an address that is the text of its link', () => {
  it.each([
    ['see https://www.example.', 'org/', 'https://www.example.org/'],
    ['(https://', 'CRAN.example.org/view=Web)), and', 'https://CRAN.example.org/view=Web'],
    ['doi: 10.18637/jss.', 'v004.i01).', 'https://doi.org/10.18637/jss.v004.i01'],
    ['https://MAC.example.org/', 'libs/: the', 'https://mac.example.org/libs/'],
  ])('goes on after %j with %j', (before, after, url) => {
    expect(continuesAddress(before, after, url)).toBe(true);
  });

  it.each([
    ['the task Web', 'Technologies of', 'https://example.org/WebTechnologies'],
    ['https://example.org/a', 'is a page', 'https://example.org/a'],
    ['https://example.org/', ')', 'https://example.org/'],
  ])('does not go on after %j with %j', (before, after, url) => {
    expect(continuesAddress(before, after, url)).toBe(false);
  });
});

describe('an address that is not a link', () => {
  it.each([
    ['HOWTOs, etc. at https:', '//www.example.org/doc/'],
    ['Download from https://', 'www.example.org/distrib/'],
    ['information about it at https://www.example.org/', 'devel/installer/'],
    ['See https://bugs.example.', 'org/package-name/, use'],
    ['found at https://www.example.org/copyleft/', 'gpl.html and'],
    ['https://example.org/a-', 'page.html)'],
  ])('goes on after %j with %j', (before, after) => {
    expect(continuesPrintedAddress(before, after)).toBe(true);
  });

  it.each([
    ['see https://www.example.org/', 'for more'],
    ['see https://www.example.org/', 'and/or the manual'],
    ['see https://www.example.org/', 'e.g. there'],
    ['see https://www.example.org/page.', 'Files/folders are'],
    ['see https://www.example.org/page', 'or/and.html'],
    ['one of http:', 'the protocol'],
    ['https://', '(none)'],
  ])('does not go on after %j with %j', (before, after) => {
    expect(continuesPrintedAddress(before, after)).toBe(false);
  });
});
