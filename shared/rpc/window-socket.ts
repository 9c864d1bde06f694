/** Path of the window contract's WebSocket; asked without an upgrade, it answers only whether the caller is let in. */
export const socketPath = '/rpc';

/** Subprotocol of the socket. The window's proof travels next to it, as the other subprotocol that is offered. */
export const windowProtocol = 'cadsync-window';

/** What the address fragment starts with when it brings the proof. Browsers send fragments to no server. */
export const proofFragment = '#proof=';

/** Where a page sends the files that a person brings, with the proof as a bearer token. */
export const intakePath = '/intake';
