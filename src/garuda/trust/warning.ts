/** What a person should think of before a server runs. @public */
export interface Warning {
  readonly code:
    | 'no-sandbox'
    | 'sandbox-off'
    | 'downloads'
    | 'shell'
    | 'fetches'
    | 'destructive'
    | 'network'
    | 'secret'
    | 'writes-outside'
    | 'leaves-machine';
  readonly text: string;
}
