import { mount } from 'svelte';
import './ui/base.css';
import { openCarrier } from './connect/open-carrier.ts';
import { keepProof } from './connect/proof.ts';
import MainWindow from './features/shell/main-window.svelte';
import { createApp } from './state/app.svelte.ts';
import { speakFirst } from './state/speech.svelte.ts';

const target = document.querySelector('#window');
if (!target) throw new Error('The page has no place for the window.');

keepProof(window);
// The texts may need this script, so it must not wait for them.
speakFirst(navigator).then(
  (spoken) => {
    const app = createApp(window, openCarrier, spoken);
    mount(MainWindow, { target, props: { app } });
  },
  // No language can be loaded, so it is said in each.
  () => {
    target.textContent =
      'The texts of this window could not be loaded. Reload it. · De teksten van dit venster konden niet worden geladen. Laad het opnieuw.';
  },
);
