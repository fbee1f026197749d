// Traces for OpenTelemetry: a span per request, job and statement, sent as OTLP over HTTP. The names follow its
// semantic conventions. Traces contain no customer data: no values of statements, no query strings, no ids.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, SpanContext } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { subscribeToStatements } from '#platform/statement-tracing'

type TracingOptions = {
  /** The endpoint of the collector, without `/v1/traces`. */
  endpoint: string
  /** Headers for the collector, such as a key. */
  headers: Readonly<Record<string, string>>
  /** The name of the service in traces, and its version. */
  name: string
  version: string
  /** The fraction of requests and jobs that is traced if the caller does not trace them, from 0 to 1. */
  share: number
}

export type Tracing = {
  /** Traces an app's requests, as children of the caller's trace (W3C Trace Context). */
  watch(app: FastifyInstance): void
  /** Traces an attempt at a job. */
  attempt<T>(kind: string, work: () => Promise<T>): Promise<T>
  /** Sends what has not been sent yet, and ends. */
  close(): Promise<void>
}

/** Most spans that wait to be sent; others are dropped. */
const MOST_WAITING = 4096
/** How long sending may take, in milliseconds, also when stopping. */
const SENDING_MS = 5000
/** Most characters of a statement. */
const TEXT_CHARACTERS = 2000

/** Loads the packages, and starts to send. */
export const openTracing = async (options: TracingOptions): Promise<Tracing> => {
  const api = await import('@opentelemetry/api')
  const { provider, tracer } = await providerOf(options)
  const current = new AsyncLocalStorage<Span>()
  const within = (parent: Span | undefined) => (parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT)
  const failed = (span: Span, cause: unknown) => {
    span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.setAttribute('error.type', typeOf(cause))
  }
  const unwatch = subscribeToStatements((watched) => {
    const parent = current.getStore()
    if (!parent?.isRecording()) return
    const span = tracer.startSpan(nameOf(watched.text), { kind: api.SpanKind.CLIENT }, within(parent))
    span.setAttributes({
      'db.system.name': 'postgresql',
      'db.query.text': withoutValues(watched.text).slice(0, TEXT_CHARACTERS),
    })
    watched.ended = (cause) => {
      if (cause !== undefined) failed(span, cause)
      span.end()
    }
  })
  return {
    watch: (app) => watchRequests(app, { begin, current }),
    attempt: (kind, work) => {
      const span = tracer.startSpan(`job ${kind}`, { kind: api.SpanKind.CONSUMER }, api.ROOT_CONTEXT)
      return current.run(span, async () => {
        try {
          return await work()
        } catch (cause) {
          failed(span, cause)
          throw cause
        } finally {
          span.end()
        }
      })
    },
    async close() {
      unwatch()
      await provider.shutdown().catch(() => {})
    },
  }

  function begin(request: FastifyRequest): Span {
    const from = parentOf(request.headers.traceparent)
    const context = from ? api.trace.setSpanContext(api.ROOT_CONTEXT, from) : api.ROOT_CONTEXT
    const route = request.routeOptions.url
    const name = route === undefined ? request.method : `${request.method} ${route}`
    const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER }, context)
    span.setAttributes({
      'http.request.method': request.method,
      'url.scheme': request.protocol,
      ...(route === undefined ? {} : { 'http.route': route }),
    })
    return span
  }
}

const providerOf = async ({ endpoint, headers, name, version, share }: TracingOptions) => {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: SENDING_MS })
  const sending = { exporter, maxQueueSize: MOST_WAITING, exportTimeoutMillis: SENDING_MS }
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(sending)],
  })
  return { provider, tracer: provider.getTracer('grundbok', version) }
}

type Watching = { begin: (request: FastifyRequest) => Span; current: AsyncLocalStorage<Span> }

const watchRequests = (app: FastifyInstance, { begin, current }: Watching): void => {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const span = begin(request)
    spans.set(request, span)
    current.run(span, done)
  })
  // Events of the connection that deliver the body are outside of the request's async context, so it is restored.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) current.run(span, done)
    else done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= SERVER_ERROR) span?.setStatus({ code: ERROR }).setAttribute('error.type', String(statusCode))
    span?.end()
    done()
  })
}

const SERVER_ERROR = 500
/** OpenTelemetry's status code for errors. */
const ERROR = 2

/** The caller's span, from the header of W3C Trace Context, level 1; undefined if it is missing or invalid. */
export const parentOf = (header: string | string[] | undefined): SpanContext | undefined => {
  const [, version, traceId = '', spanId = '', flags = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(String(header ?? '')) ?? []
  const isRight = version !== undefined && version !== 'ff' && !/^0+$/.test(traceId) && !/^0+$/.test(spanId)
  return isRight ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true } : undefined
}

/** A statement without its values: those sent in one message with the end of a transaction contain them as literals. */
export const withoutValues = (text: string): string => text.replace(/'(?:[^']|'')*'/g, "'?'")

/** The operation and table of a statement, so that spans have few distinct names. */
export const nameOf = (text: string): string => {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? []
  const [, of] = /\b(?:from|into|update|call)\s+(?:only\s+)?([a-z_]+\.[a-z_]+)/i.exec(text) ?? []
  return of === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${of}`
}

/** The kind of an error: SQLSTATE or code if it has one, otherwise its class; never its message. */
const typeOf = (cause: unknown): string =>
  String((cause as { code?: unknown } | null)?.code ?? (cause instanceof Error ? cause.name : typeof cause))
