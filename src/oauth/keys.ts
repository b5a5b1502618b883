/**
 * What is needed of jose, as a module that is loaded with the first key: its import costs more than
 * all else of a sign-in.
 */
export { base64url, exportJWK, generateKeyPair, importJWK, importPKCS8, SignJWT } from 'jose';
