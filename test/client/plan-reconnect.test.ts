import { expect } from 'vitest';
import { planReconnect } from '../../src/client/recovery.ts';
import { errorFromFailure } from '../../src/protocol/failure-error.ts';
import { proves } from '../support/proves.ts';

for (const { systemCode, again } of [
  { systemCode: 'ECONNREFUSED', again: true },
  { systemCode: 'ECONNRESET', again: true },
  { systemCode: 'ETIMEDOUT', again: true },
  { systemCode: 'ENOTFOUND', again: true },
  { systemCode: 'EAI_AGAIN', again: true },
  { systemCode: 'CERT_HAS_EXPIRED', again: false },
  { systemCode: 'SELF_SIGNED_CERT_IN_CHAIN', again: false },
  { systemCode: 'ERR_TLS_CERT_ALTNAME_INVALID', again: false },
  { systemCode: undefined, again: false },
]) {
  proves('H-03', `connecting that met ${systemCode} is tried ${again ? 'again' : 'once'}`, () => {
    const error = errorFromFailure(
      { kind: 'unreachable', systemCode, detail: 'no' },
      { server: 'there' },
    );
    const wait = again ? { kind: 'repeat', afterMs: 250 } : { kind: 'none' };
    expect(planReconnect(error, 1)).toEqual(wait);
    expect(planReconnect(error, 3)).toEqual({ kind: 'none' });
  });
}
