<?php
// The wiring of a small application made of Laravel's own parts, as Debian ships
// them (php-laravel-framework): container, Eloquent over SQLite, translator and
// the factory of responses. DB_DATABASE names the database.

require_once 'Illuminate/autoload.php';
require_once 'Illuminate/Foundation/helpers.php';

use Illuminate\Container\Container;
use Illuminate\Contracts\Routing\ResponseFactory as ResponseFactoryContract;
use Illuminate\Database\Capsule\Manager as Capsule;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Http\Resources\Json\JsonResource;
use Illuminate\Routing\ResponseFactory;
use Illuminate\Translation\ArrayLoader;
use Illuminate\Translation\Translator;

$app = Container::getInstance();
$app->instance('translator', new Translator(new ArrayLoader(), 'pt_BR'));
// Views and redirects, which its constructor wants, are not used here.
$app->instance(ResponseFactoryContract::class, (new ReflectionClass(ResponseFactory::class))->newInstanceWithoutConstructor());

$capsule = new Capsule($app);
$capsule->addConnection(['driver' => 'sqlite', 'database' => getenv('DB_DATABASE'), 'prefix' => '']);
$capsule->setAsGlobal();
$capsule->bootEloquent();

class Evento extends Model
{
    protected $table = 'eventos';
    protected $guarded = [];
    protected $casts = ['latitude' => 'float', 'longitude' => 'float'];
}

// The whole event, as a list or a detail shows it.
class EventoResource extends JsonResource
{
    public function toArray($request)
    {
        return parent::toArray($request);
    }
}

// What a list shows that leaves the rest to the detail.
class ResumoResource extends JsonResource
{
    public function toArray($request)
    {
        return ['id' => $this->id, 'slug' => $this->slug, 'updated_at' => $this->updated_at];
    }
}

// Lets in who has the token.
class BearerToken
{
    public function handle($request, $next)
    {
        if ($request->bearerToken() !== getenv('API_TOKEN')) {
            return response()->json(['message' => 'Unauthenticated.'], 401);
        }
        return $next($request);
    }
}
