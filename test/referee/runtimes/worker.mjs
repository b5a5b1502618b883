// workerd runs a bundle of this file: the server's URL is the body of the request.
import { smoke } from './smoke.mjs';

// A worker is what its module exports by default.
export default {
  async fetch(request) {
    try {
      return Response.json(await smoke(await request.text()));
    } catch (error) {
      return new Response(String(error.stack), { status: 500 });
    }
  },
};
