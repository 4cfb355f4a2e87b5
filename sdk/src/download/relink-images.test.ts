/** Image links are rewritten, and nothing else of a result is changed. */
import { expect, it } from 'vitest';
import { relinkImages } from './relink-images.ts';

const names = ['imageFile1.png'];

it.each([
  ['markdown', '![](<images/imageFile1.png>)', '![](<my%20report-images/imageFile1.png>)'],
  ['markdown', '![a](images/imageFile1.png)', '![a](my%20report-images/imageFile1.png)'],
  [
    'html',
    '<img src="images/imageFile1.png" alt="">',
    '<img src="my%20report-images/imageFile1.png" alt="">',
  ],
  ['json', '"image":"images/imageFile1.png"', '"image":"my report-images/imageFile1.png"'],
] as const)('%s: %s', (format, text, wanted) => {
  expect(relinkImages(text, format, names, 'my report-images')).toBe(wanted);
});

it('ignores text that is not a link, and links to unknown images', () => {
  const text = 'see images/imageFile1.png and ![](images/imageFile2.png)';
  expect(relinkImages(text, 'markdown', names, 'x-images')).toBe(text);
});

it('keeps JSON valid for any directory name', () => {
  const made = relinkImages('{"image":"images/imageFile1.png"}', 'json', names, 'a"b-images');
  expect(JSON.parse(made)).toEqual({ image: 'a"b-images/imageFile1.png' });
});
