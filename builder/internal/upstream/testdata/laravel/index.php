<?php
// The application: php -S 127.0.0.1:0 index.php. Routing, pages and resources
// are Laravel's own; only the conversion of exceptions, which belongs to a
// whole application, is written here after it. DB_DATABASE names the database,
// API_TOKEN what /api wants as a bearer token.

require __DIR__ . '/app.php';

use Illuminate\Container\Container;
use Illuminate\Contracts\Events\Dispatcher as DispatcherContract;
use Illuminate\Database\Eloquent\ModelNotFoundException;
use Illuminate\Events\Dispatcher;
use Illuminate\Http\Exceptions\HttpResponseException;
use Illuminate\Http\Request;
use Illuminate\Pagination\PaginationState;
use Illuminate\Routing\Router;
use Symfony\Component\HttpKernel\Exception\HttpExceptionInterface;

$app = Container::getInstance();
$app->instance('request', $request = Request::capture());
$app->instance(Request::class, $request);
$app->instance(DispatcherContract::class, $events = new Dispatcher($app));
PaginationState::resolveUsing($app);

// The size of a page is the application's own, up to 100, as asked for.
$size = fn (Request $request) => max(1, min(100, (int) $request->query('per_page', 50)));

$router = new Router($events, $app);
$router->aliasMiddleware('token', BearerToken::class);

$router->group(['prefix' => 'api', 'middleware' => 'token'], function ($router) use ($size) {
    $router->get('eventos', fn (Request $request) => EventoResource::collection(Evento::query()->orderBy('id')->paginate($size($request))));
    $router->get('paginador', fn (Request $request) => Evento::query()->orderBy('id')->paginate($size($request)));
    $router->get('simples', fn (Request $request) => Evento::query()->orderBy('id')->simplePaginate($size($request)));
    $router->get('cursores', fn (Request $request) => Evento::query()->orderBy('id')->cursorPaginate($size($request)));
    $router->get('cursores-recursos', fn (Request $request) => EventoResource::collection(Evento::query()->orderBy('id')->cursorPaginate($size($request))));
    $router->get('resumos', fn (Request $request) => ResumoResource::collection(Evento::query()->orderBy('id')->paginate($size($request))));
    $router->get('eventos/{id}', fn ($id) => new EventoResource(Evento::findOrFail($id)))->where('id', '[0-9]+');
});

try {
    $response = $router->dispatch($request);
} catch (HttpResponseException $e) {
    $response = $e->getResponse();
} catch (Throwable $e) {
    $status = $e instanceof ModelNotFoundException ? 404 : ($e instanceof HttpExceptionInterface ? $e->getStatusCode() : 500);
    $headers = $e instanceof HttpExceptionInterface ? $e->getHeaders() : [];
    $response = $request->expectsJson()
        ? response()->json(['message' => $e->getMessage()], $status, $headers)
        : response()->make('<!doctype html><title>' . $status . '</title>', $status, $headers);
}
$response->prepare($request)->send();
