// @grundbok/sdk: everything that a Grundbok service does, as functions.
export { type Answer, answerOf, effectsOf, etagOf } from './answers.ts'
export { type Client, createClient } from './client.ts'
export { type FieldError, GrundbokError, isRefusal, NetworkError } from './errors.ts'
export { followEvents, type Position, pause } from './events.ts'
export { type Bytes, Download, type FileContent, type NamedFile } from './files.ts'
export {
  type Consent,
  memoryStore,
  OAuth,
  OAuthError,
  type OAuthOptions,
  type StoredTokens,
  type TokenStore,
} from './oauth.ts'
export { Pages } from './pages.ts'
export type { ErrorCode, Reason, Resources } from './resources.gen.ts'
export type { CallOptions, ClientOptions, TaggedOptions, TokenSource, WriteOptions } from './transport.ts'
export { type Delivery, signWebhook, verifyWebhook, WebhookError } from './webhooks.ts'
