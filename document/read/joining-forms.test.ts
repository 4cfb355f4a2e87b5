import { expect, it } from 'vitest';
import { joinsNext } from './joining-forms.ts';

it.each([
  ['beh, initial', '\ufe91', true],
  ['beh, medial', '\ufe92', true],
  ['beh, final', '\ufe90', false],
  ['peh, initial', '\ufb58', true],
  ['keheh, isolated', '\ufb8e', false],
  ['alef, final', '\ufe8e', false],
  ['reh, isolated', '\ufead', false],
  ['teh marbuta, final', '\ufe94', false],
  ['heh, medial', '\ufeec', true],
  ['waw, final', '\ufeee', false],
  ['farsi yeh, initial', '\ufbfe', true],
  ['the stretching letter', '\u0640', true],
  ['a letter that is not a form', '\u0628', false],
])('%s', (_name, letter, joins) => {
  expect(joinsNext(letter)).toBe(joins);
});
