import type { ErrorAction } from '../../../shared/errors/actions.ts';
import type { Route } from '../../state/route.ts';

/** Where in the window something can be done about an error; the other actions are done where the error is shown. */
export const routeOfAction: Partial<Record<ErrorAction, Route>> = {
  'enter-license-code': { view: 'settings', section: 'connection' },
  'enter-client-secret': { view: 'settings', section: 'connection' },
  'check-client': { view: 'settings', section: 'connection' },
  'check-address': { view: 'settings', section: 'connection' },
  'use-https': { view: 'settings', section: 'connection' },
  'check-connection': { view: 'settings', section: 'connection' },
  'check-certificate': { view: 'settings', section: 'connection' },
  'sign-in-to-proxy': { view: 'settings', section: 'connection' },
  'publish-again': { view: 'publish' },
};
