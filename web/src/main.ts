import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/fraunces/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';

// A page that was open while a newer build was put in place asks for parts that are gone: load it
// again, but not over and over.
addEventListener('vite:preloadError', () => {
  const before = Number(sessionStorage.getItem('sandtable.reloaded'));
  if (Date.now() - before < 10_000) return;
  sessionStorage.setItem('sandtable.reloaded', String(Date.now()));
  location.reload();
});

const target = document.getElementById('app');
if (target) mount(App, { target });
