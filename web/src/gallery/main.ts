/** Every piece and both boards in recorded positions; for us, not part of the built site. */

import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/fraunces/wght.css';
import '../styles/tokens.css';
import '../styles/base.css';
import { mount } from 'svelte';
import Gallery from './Gallery.svelte';

const target = document.getElementById('gallery');
if (target) mount(Gallery, { target });
