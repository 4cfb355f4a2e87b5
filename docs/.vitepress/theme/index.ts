/** The default theme, with a screenshot of the viewer below the hero of the home page. */

import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import dark from '../../assets/dashboard/viewer-dark.webp';
import light from '../../assets/dashboard/viewer-light.webp';
import './home.css';

const alt =
  'The viewer: the PDF page on the left with a box around each element, the extracted blocks on the right';

function screenshot() {
  const picture = (src: string, theme: string) =>
    h('img', { src, alt, class: `home-screenshot home-screenshot-${theme}`, width: 1280, height: 800 });
  return [picture(light, 'light'), picture(dark, 'dark')];
}

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-after': screenshot }),
};
