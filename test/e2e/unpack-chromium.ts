import sparticuz from '@sparticuz/chromium';

// Run as a program of its own: it unpacks to the system's folder for temporary files, which only a program as a whole has.
await sparticuz.executablePath();
