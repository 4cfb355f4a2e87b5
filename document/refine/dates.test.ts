import { expect, it } from 'vitest';
import { isDate } from './dates.ts';

it.each([
  'January 4, 2023',
  '4 January 2023',
  '3rd March 2020',
  'Sept. 2019',
  '1. Mai 2020',
  'Dezember 1999',
  '1er février 2024',
  '4 de enero de 2023',
  '1998/07/06',
  '2023-01-04',
  '4.1.2023',
])('%s is a date', (text) => expect(isDate(text)).toBe(true));

it.each([
  'Version 2023',
  'Marketing 2020',
  'Summer 2019',
  'May',
  'In May 2020',
  '2023',
  'March 2020 Report',
  '1.2.3',
  '10.1.1998-07',
])('%s is not a date', (text) => expect(isDate(text)).toBe(false));
