/** How two versions are shown. */
export type CompareMode = 'beside' | 'swipe' | 'onion' | 'difference' | 'distance';
