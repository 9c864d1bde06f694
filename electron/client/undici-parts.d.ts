// The package as a whole brings its own fetch, caches and web sockets: twice the time to load, and 6 MB of memory.
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}

declare module 'undici/lib/dispatcher/socks5-proxy-agent.js' {
  export { Socks5ProxyAgent as default } from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
