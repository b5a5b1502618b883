import { Arrivals } from '../server/received.ts';
import type { SignInRule, SignInViolation } from './rules.ts';
import type { SignInRequest } from './sign-in-request.ts';

const maxKept = 100_000;

/** What came, and what was wrong with it. */
export class SignInLog {
  readonly requests: Arrivals<SignInRequest> = new Arrivals();
  readonly violations: SignInViolation[] = [];

  arrived(request: Omit<SignInRequest, 'number'>): SignInRequest {
    const { length } = this.requests.all;
    if (length >= maxKept) throw new Error(`more than ${maxKept} requests in one sign-in`);
    const numbered = { ...request, number: length };
    this.requests.add(numbered);
    return numbered;
  }

  violated({ number }: SignInRequest, rule: SignInRule, detail: string): void {
    this.violations.push({ rule, detail, request: number });
  }
}
