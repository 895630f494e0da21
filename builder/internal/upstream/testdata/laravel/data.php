<?php
// Fills the database: php data.php seed FILE.json.

require __DIR__ . '/app.php';

use Illuminate\Database\Capsule\Manager as Capsule;

switch ($argv[1]) {
case 'seed':
    $eventos = json_decode(file_get_contents($argv[2]), true, 16, JSON_THROW_ON_ERROR);
    touch(getenv('DB_DATABASE'));
    Capsule::schema()->create('eventos', function ($table) use ($eventos) {
        $table->increments('id');
        foreach ($eventos[0] as $name => $value) {
            is_float($value) ? $table->double($name) : $table->text($name);
        }
        $table->timestamps();
    });
    Capsule::connection()->transaction(function () use ($eventos) {
        foreach ($eventos as $evento) {
            Evento::create($evento);
        }
    });
    break;
}
