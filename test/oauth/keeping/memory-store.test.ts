import { memoryStore } from '../../../src/oauth/keeping/memory-store.ts';
import { storeContract } from './store-contract.ts';

storeContract('memory', async () => {
  const store = memoryStore();
  return [store, store];
});
